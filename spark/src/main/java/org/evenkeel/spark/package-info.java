/// Trials of studies on a cluster, by Apache Spark.
@NullMarked
package org.evenkeel.spark;

import org.jspecify.annotations.NullMarked;
