package org.evenkeel.lab.watch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes some moments of an episode as one image, in rows and columns.
final class PngFile {
  private static final String FORMAT = "javax_imageio_png_1.0";

  private PngFile() {}

  /// Returns this many moments, evenly spaced, including the first and the last; if only one, the middle one.
  static List<Moment> spaced(List<Moment> moments, int count) {
    List<Moment> chosen = new ArrayList<>();
    int last = moments.size() - 1;
    for (int i = 0; i < Math.min(count, moments.size()); i++) {
      int many = Math.min(count, moments.size());
      chosen.add(moments.get(many == 1 ? last / 2 : (int) ((long) last * i / (many - 1))));
    }
    return chosen;
  }

  static void write(OutputStream out, FrameDrawing drawing, List<Moment> moments)
      throws IOException {
    int columns = moments.size() == 1 ? 1 : moments.size() <= 8 ? 2 : 3;
    int rows = (moments.size() + columns - 1) / columns;
    Canvas sheet =
        new Canvas(
            columns * drawing.width(), rows * drawing.height(), moments.getFirst().palette());
    for (int i = 0; i < moments.size(); i++) {
      sheet.put(
          drawing.draw(moments.get(i)),
          i % columns * drawing.width(),
          i / columns * drawing.height());
    }
    for (int column = 1; column < columns; column++) {
      sheet.fill(column * drawing.width(), 0, 1, sheet.height(), Hues.LINE);
    }
    for (int row = 1; row < rows; row++) {
      sheet.fill(0, row * drawing.height(), sheet.width(), 1, Hues.LINE);
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (ImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      var image = sheet.image();
      IIOMetadata metadata =
          writer.getDefaultImageMetadata(
              new ImageTypeSpecifier(image), writer.getDefaultWriteParam());
      IIOMetadataNode entry = new IIOMetadataNode("tEXtEntry");
      entry.setAttribute("keyword", "Software");
      entry.setAttribute("value", PictureFile.MARK);
      IIOMetadataNode texts = new IIOMetadataNode("tEXt");
      texts.appendChild(entry);
      IIOMetadataNode root = new IIOMetadataNode(FORMAT);
      root.appendChild(texts);
      metadata.mergeTree(FORMAT, root);
      writer.write(new IIOImage(image, null, metadata));
    } finally {
      writer.dispose();
    }
  }
}
