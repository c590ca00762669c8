package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.w3c.dom.Element;

/// A GIF as a viewer shows it: each picture over those before.
final class ShownGif {
  final List<BufferedImage> pictures = new ArrayList<>();
  final List<Integer> delays = new ArrayList<>();
  final List<String> loops = new ArrayList<>();
  int tables;

  ShownGif(Path file) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
    try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
      reader.setInput(in);
      BufferedImage now = null;
      for (int i = 0; i < reader.getNumImages(true); i++) {
        IIOMetadataNode root =
            (IIOMetadataNode) reader.getImageMetadata(i).getAsTree("javax_imageio_gif_image_1.0");
        Element place = (Element) root.getElementsByTagName("ImageDescriptor").item(0);
        Element control = (Element) root.getElementsByTagName("GraphicControlExtension").item(0);
        delays.add(Integer.parseInt(control.getAttribute("delayTime")));
        assertEquals("doNotDispose", control.getAttribute("disposalMethod"));
        tables += root.getElementsByTagName("LocalColorTable").getLength();
        BufferedImage part = reader.read(i);
        BufferedImage next =
            now == null
                ? new BufferedImage(part.getWidth(), part.getHeight(), BufferedImage.TYPE_INT_RGB)
                : new BufferedImage(now.getWidth(), now.getHeight(), BufferedImage.TYPE_INT_RGB);
        if (now != null) {
          next.setData(now.getData());
        }
        next.createGraphics()
            .drawImage(
                part,
                Integer.parseInt(place.getAttribute("imageLeftPosition")),
                Integer.parseInt(place.getAttribute("imageTopPosition")),
                null);
        now = next;
        pictures.add(now);
        if (root.getElementsByTagName("ApplicationExtension").item(0) instanceof Element e) {
          byte[] loop = (byte[]) ((IIOMetadataNode) e).getUserObject();
          loops.add(
              e.getAttribute("applicationID")
                  + e.getAttribute("authenticationCode")
                  + " "
                  + List.of(loop[0], loop[1], loop[2]));
        }
      }
    }
  }
}
