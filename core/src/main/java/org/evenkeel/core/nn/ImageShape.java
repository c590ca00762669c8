package org.evenkeel.core.nn;

/// The rows, columns and channels of an activation; a vector has one pixel.
record ImageShape(int height, int width, int channels) {

  static ImageShape vector(int size) {
    return new ImageShape(1, 1, size);
  }

  int size() {
    return height * width * channels;
  }

  ImageShape padded(int padding) {
    return new ImageShape(height + 2 * padding, width + 2 * padding, channels);
  }

  /// Returns the shape after a convolution; this shape must already include its padding.
  ImageShape after(Layer.Conv2d layer) {
    if (layer.kernelHeight() > height || layer.kernelWidth() > width) {
      throw new IllegalArgumentException(
          "a kernel of %d x %d does not fit in an image of %d x %d"
              .formatted(layer.kernelHeight(), layer.kernelWidth(), height, width));
    }
    return new ImageShape(
        (height - layer.kernelHeight()) / layer.stride() + 1,
        (width - layer.kernelWidth()) / layer.stride() + 1,
        layer.filters());
  }
}
