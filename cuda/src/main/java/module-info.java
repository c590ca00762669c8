import org.jspecify.annotations.NullMarked;

/// Many runs at once on an NVIDIA GPU, bit for bit as on the processor.
@NullMarked
module org.evenkeel.cuda {
  requires transitive org.evenkeel.core;
  requires org.evenkeel.envs;
  requires static org.jspecify;

  exports org.evenkeel.cuda;
}
