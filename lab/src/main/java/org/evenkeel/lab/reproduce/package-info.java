/// The paper's experiments: what is run, and what is read out of it.
package org.evenkeel.lab.reproduce;
