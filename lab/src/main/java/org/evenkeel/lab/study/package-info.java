/// Studies of many trials. Each trial is computed once and saved as soon as it is done.
package org.evenkeel.lab.study;
