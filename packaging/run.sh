# The common part of the launchers of a source checkout and of an installed archive. Both read it with "."; it is not
# started itself. Starts Java from $jdk on the program in $program with the launcher's arguments.
#
#   $jdk      home of the Java runtime
#   $program  folder with evenkeel.jar, lib/ and spark/evenkeel-spark.jar
#   $more     further jars for the class path, each with a ":" in front; or empty
#   $shared   class data sharing archive made by this very runtime, for a faster start; or empty
#   $about    a JVM option with the location of the sources or the documentation
#
# The launcher defines resolve and fail.

# --- Apache Spark, for --on -------------------------------------------------------------------------------------

# Sets $spark to the folder of the user's Spark installation.
find_spark() {
  for spark in "${SPARK_HOME:-}" "$(spark_on_path)" "$(spark_of_python)"; do
    for jar in "$spark"/jars/spark-core_*.jar; do
      if [ -n "$spark" ] && [ -f "$jar" ]; then
        case $jar in
          */spark-core_2.13-4.*) return 0 ;;
        esac
        fail "--on needs Apache Spark 4 (Scala 2.13), and '$spark' has ${jar##*/}."
      fi
    done
  done
  fail "--on needs Apache Spark 4 and found none: install it with 'pip install pyspark==4.2.0' (in a virtual \
environment, if you like), or set SPARK_HOME to its folder."
}

spark_on_path() {
  resolved=$(command -v spark-submit) || return 0
  resolve "$resolved"
  (cd "${resolved%/*}/.." && pwd -P)
}

spark_of_python() {
  for python in python3 python; do
    if command -v "$python" >/dev/null 2>&1; then
      "$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))' 2>/dev/null && return 0
    fi
  done
  return 0
}

# Without a locale, as in cron, Java could not open files whose names have other letters than English ones.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  '' | C | POSIX) export LC_ALL=C.UTF-8 ;;
esac

# --- the run ----------------------------------------------------------------------------------------------------

quick=no
case ${1---help} in
  -h | --help | help | -V | --version | envs | roms | presets | keys | completion | docs) quick=yes ;;
esac
if [ "$*" = experiment ]; then quick=yes; fi # lists the experiments
cluster=no
for argument; do
  case $argument in
    -h | --help) quick=yes ;;
    --on | --on=*) cluster=yes ;;
  esac
done
if [ "$quick" = yes ]; then
  # Nothing is computed, so leave out the vector module, which the JVM would announce with a warning, and use only
  # the quick compiler (0.26 s instead of 0.38 s on two busy cores).
  options='-XX:TieredStopAtLevel=1'
  # If the files were touched after unpacking, the JVM ignores the archive; suppress its warning.
  if [ -n "$shared" ]; then options="$options -Xlog:disable -Xlog:all=error:stderr"; fi
else
  shared=
  # UseFPUForSpilling: C2 would spill pointers into vector registers, which makes the matrix kernel 5 to 10 % slower.
  # sun-misc-unsafe: JMH, used by 'bench', calls a method of Unsafe that Java 25 warns about in four lines.
  options='--add-modules jdk.incubator.vector -XX:-UseFPUForSpilling --sun-misc-unsafe-memory-access=allow'
  # native access: the emulator of 'atari/GAME' and the NVIDIA driver are native code, which Java 25 warns about in
  # four lines.
  options="$options --enable-native-access=ALL-UNNAMED"
fi

classpath=$program/evenkeel.jar$more
if [ "$cluster" = yes ] && [ "$quick" = no ]; then
  find_spark
  export SPARK_HOME="$spark"
  # Spark's jars come first: some are newer versions of ours, which Spark needs. Then the YARN and HDFS settings.
  classpath=$spark/jars/*:$classpath:$program/spark/evenkeel-spark.jar
  if [ -n "${HADOOP_CONF_DIR:-}" ]; then classpath=$classpath:$HADOOP_CONF_DIR; fi
  if [ -n "${YARN_CONF_DIR:-}" ]; then classpath=$classpath:$YARN_CONF_DIR; fi
  # The internal packages of Java that Spark's own programs open.
  for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util \
    java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs \
    sun.util.calendar; do
    options="$options --add-opens=java.base/$package=ALL-UNNAMED"
  done
  options="$options -Dio.netty.tryReflectionSetAccessible=true"
fi

# What the user typed, for commands in messages: the bare name if it is on the PATH.
typed=$0
case $0 in
  */*) if [ "$(command -v "${0##*/}" || true)" = "$0" ]; then typed=${0##*/}; fi ;;
  *) typed=./$0 ;; # sh evenkeel
esac
# The streams that are terminals, on which progress is drawn; Java cannot tell for standard error.
terminals=
if [ -t 1 ]; then terminals=1; fi
if [ -t 2 ]; then terminals=${terminals}2; fi
set -f # EVENKEEL_JAVA_OPTS is split at spaces but not expanded
# shellcheck disable=SC2086
exec "$jdk/bin/java" $options ${shared:+"-XX:SharedArchiveFile=$shared"} ${EVENKEEL_JAVA_OPTS:-} \
  "-Devenkeel.command=$typed" \
  "-Devenkeel.terminals=$terminals" "$about" \
  -cp "$classpath" org.evenkeel.cli.Main "$@"
