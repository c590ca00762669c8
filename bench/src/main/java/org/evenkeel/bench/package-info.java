/// Measures the library on the user's machine: JMH benchmarks, and the report that runs them.
@NullMarked
package org.evenkeel.bench;

import org.jspecify.annotations.NullMarked;
