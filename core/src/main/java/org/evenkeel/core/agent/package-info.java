/// The algorithms: an [Algorithm] is three choices.
package org.evenkeel.core.agent;
