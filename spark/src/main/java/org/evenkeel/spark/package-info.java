/// Runs the trials of studies on an Apache Spark cluster.
@NullMarked
package org.evenkeel.spark;

import org.jspecify.annotations.NullMarked;
