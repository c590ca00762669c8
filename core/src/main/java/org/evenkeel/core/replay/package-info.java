/// Experience replay: what happened, kept frame by frame, and minibatches drawn from it.
package org.evenkeel.core.replay;
