/// JMH benchmarks that measure the library on the user's machine, and the report that runs them.
@NullMarked
package org.evenkeel.bench;

import org.jspecify.annotations.NullMarked;
