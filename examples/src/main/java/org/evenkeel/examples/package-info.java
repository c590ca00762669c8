/// Small programs to copy: a task of one's own, and its training.
package org.evenkeel.examples;
