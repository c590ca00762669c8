package org.evenkeel.spark.probe;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import scala.Tuple2;

/// Hadoop's settings, derived from Spark's: `spark.hadoop.fs.s3a.endpoint` is Hadoop's `fs.s3a.endpoint`.
public final class HadoopSettings {
  private static final String START = "spark.hadoop.";

  private HadoopSettings() {}

  /// Returns the settings of the Spark that this process belongs to.
  public static Configuration here() {
    Configuration settings = new Configuration();
    for (Tuple2<String, String> setting : SparkEnv.get().conf().getAll()) {
      if (setting._1().startsWith(START)) {
        settings.set(setting._1().substring(START.length()), setting._2());
      }
    }
    return settings;
  }
}
