/// Small programs to copy: your own task, and how it is trained.
package org.evenkeel.examples;
