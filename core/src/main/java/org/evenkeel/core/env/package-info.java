/// What a task promises: [Environment] with its [Spec], [org.evenkeel.core.data.Observation]s and [Step]s.
/// [EnvironmentCheck] says in sentences where a task does not keep it.
package org.evenkeel.core.env;
