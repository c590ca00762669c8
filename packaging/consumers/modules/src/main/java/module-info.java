/// A program on the module path gets the vector kernels without an option.
module shop {
  requires org.evenkeel.lab;
}
