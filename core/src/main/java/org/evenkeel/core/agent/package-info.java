/// The algorithms: an [Algorithm] is three choices, [Targets] turns them into numbers, a [Learner] learns
/// from them, a [Policy] is what comes out. [Variants] names the choices where published code differs
/// silently.
package org.evenkeel.core.agent;
