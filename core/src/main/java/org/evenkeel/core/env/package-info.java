/// What a task promises: [Environment] with its [Spec], [Observation]s and [Step]s.
package org.evenkeel.core.env;
