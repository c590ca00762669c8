/// Training: a [Training] says what is done, a [Trainer] does it, [RunEvent]s tell how it goes, a
/// [Checkpoint] keeps it, an [Evaluation] measures what came out.
package org.evenkeel.core.train;
