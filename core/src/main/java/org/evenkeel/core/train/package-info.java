/// Training: a [Training] says what is done, [RunEvent]s tell how it goes.
package org.evenkeel.core.train;
