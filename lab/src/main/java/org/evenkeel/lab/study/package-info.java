/// Studies: many trials, each kept as soon as it is done, computed once.
package org.evenkeel.lab.study;
