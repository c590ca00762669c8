package org.evenkeel.lab.watch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes episodes as an animated GIF that repeats for ever. After the first image only changes are written, which
/// needs a tenth of the bytes.
final class GifFile {
  /// The time for which the end of an episode is shown, in hundredths of a second.
  static final int LAST_DELAY = 150;

  private static final String FORMAT = "javax_imageio_gif_image_1.0";

  private GifFile() {}

  /// Writes moments, each of which is shown for `delay` hundredths of a second.
  ///
  /// @param written the receiver of the number of images written so far
  static void write(
      OutputStream out, FrameDrawing drawing, List<Moment> moments, int delay, IntConsumer written)
      throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    // The stream is in memory, since one with a temporary file has a shutdown hook that interferes
    // with Ctrl-C.
    try (ImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.prepareWriteSequence(null);
      Canvas before = null;
      for (int i = 0; i < moments.size(); i++) {
        Canvas now = drawing.draw(moments.get(i));
        int[] part = before == null ? whole(now) : now.difference(before);
        Canvas shown = before == null ? now : now.change(before, part);
        int hundredths = moments.get(i).last() ? LAST_DELAY : delay;
        IIOMetadata metadata = metadata(writer, shown, part, hundredths, i == 0);
        writer.writeToSequence(new IIOImage(shown.image(), null, metadata), null);
        before = now;
        written.accept(i + 1);
      }
      writer.endWriteSequence();
    } finally {
      writer.dispose();
    }
  }

  private static int[] whole(Canvas canvas) {
    return new int[] {0, 0, canvas.width(), canvas.height()};
  }

  private static IIOMetadata metadata(
      ImageWriter writer, Canvas shown, int[] part, int hundredths, boolean first)
      throws IIOInvalidTreeException {
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(new ImageTypeSpecifier(shown.image()), parameters);
    IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
    set(
        child(root, "ImageDescriptor"),
        "imageLeftPosition=%d imageTopPosition=%d imageWidth=%d imageHeight=%d interlaceFlag=FALSE"
            .formatted(part[0], part[1], part[2], part[3]));
    set(
        child(root, "GraphicControlExtension"),
        String.format(
            Locale.ROOT,
            "disposalMethod=doNotDispose userInputFlag=FALSE transparentColorFlag=TRUE"
                + " delayTime=%d transparentColorIndex=%d",
            hundredths,
            Hues.KEEP));
    if (first) {
      repeatForEver(root);
    }
    metadata.setFromTree(FORMAT, root);
    return metadata;
  }

  private static void repeatForEver(IIOMetadataNode root) {
    IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
    set(loop, "applicationID=NETSCAPE authenticationCode=2.0");
    loop.setUserObject(new byte[] {1, 0, 0});
    child(root, "ApplicationExtensions").appendChild(loop);
    IIOMetadataNode comment = new IIOMetadataNode("CommentExtension");
    comment.setAttribute("value", PictureFile.MARK);
    child(root, "CommentExtensions").appendChild(comment);
  }

  private static void set(IIOMetadataNode node, String attributes) {
    for (String attribute : attributes.split(" ", -1)) {
      int equals = attribute.indexOf('=');
      node.setAttribute(attribute.substring(0, equals), attribute.substring(equals + 1));
    }
  }

  private static IIOMetadataNode child(IIOMetadataNode root, String name) {
    for (int i = 0; i < root.getLength(); i++) {
      if (root.item(i).getNodeName().equals(name)) {
        return (IIOMetadataNode) root.item(i);
      }
    }
    IIOMetadataNode made = new IIOMetadataNode(name);
    root.appendChild(made);
    return made;
  }
}
