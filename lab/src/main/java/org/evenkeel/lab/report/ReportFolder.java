package org.evenkeel.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.AWTError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.evenkeel.core.internal.AtomicFile;
import org.jspecify.annotations.Nullable;

/// A report on disk: `report.html`, and everything it shows as separate files.
///
/// - `report.html`: the page, which needs none of the other files
/// - `figures/ID.svg`, `.png`, `.csv`: each figure as a vector drawing, as an image and as numbers
/// - `tables/ID.csv`: each table
/// - `pictures/ID.gif`: each animated picture
/// - `verdicts.json`: each claim with its numbers and its verdict
///
/// Each file is written under another name and then renamed, the page last, so that a reader never sees an incomplete
/// one. Files of an earlier report in the same folder are replaced if their names are the same, and left unchanged
/// otherwise.
///
/// A PNG needs fonts, which a server or a container may not have. Then the report has no PNG files, and the page
/// explains why.
public final class ReportFolder {
  /// The name of the page.
  public static final String PAGE = "report.html";

  /// The name of the file of verdicts.
  public static final String VERDICTS = "verdicts.json";

  private final Path folder;
  private final List<String> files = new ArrayList<>();

  /// The first failure to draw an image. If there is one, no PNG is written.
  private final AtomicReference<@Nullable Throwable> noPng = new AtomicReference<>();

  /// Makes an image.
  private final Function<FigureDrawing, byte[]> png;

  ReportFolder(Path folder, Function<FigureDrawing, byte[]> png) {
    this.folder = folder;
    this.png = png;
  }

  /// Writes a report.
  ///
  /// @param folder the folder; created if it does not exist
  /// @return the page
  /// @throws IllegalArgumentException if the report is inconsistent; then nothing is written
  /// @throws IOException if a file cannot be written
  public static Path write(Path folder, Report report) throws IOException {
    return new ReportFolder(folder, FigureDrawing::png).write(report);
  }

  Path write(Report report) throws IOException {
    ReportCheck.verify(report);
    Map<String, Drawn> figures = drawn(report);
    for (Section section : report.sections()) {
      for (Figure figure : section.figures()) {
        write(figure, Objects.requireNonNull(figures.get(figure.id())));
      }
      for (Table table : section.tables()) {
        write("tables/" + table.id() + ".csv", Csv.of(table).getBytes(UTF_8));
      }
      for (Picture picture : section.pictures()) {
        write("pictures/" + picture.id() + ".gif", picture.gif());
      }
    }
    write(VERDICTS, VerdictsJson.of(report).getBytes(UTF_8));
    files.add(PAGE);
    Map<String, String> inPage = new HashMap<>();
    figures.forEach((id, drawn) -> inPage.put(id, drawn.inPage));
    Map<String, String> atTop = new HashMap<>();
    for (Claim claim : report.claims(Standing.PRIMARY)) {
      report
          .figure(claim)
          .ifPresent(figure -> atTop.put(figure.id(), new FigureDrawing(figure).svgAtTop()));
    }
    String page = new ReportPage(report, inPage, atTop, files, withoutPng()).html();
    replace(PAGE, page.getBytes(UTF_8));
    return folder.resolve(PAGE);
  }

  /// A figure in all its forms.
  ///
  /// @param png the image, empty if there are no fonts
  private record Drawn(String svg, Optional<byte[]> png, String inPage) {}

  /// Draws all figures, by id. Drawing is nearly all the work of a report, so it is spread over all cores.
  private Map<String, Drawn> drawn(Report report) {
    List<Figure> figures = new ArrayList<>();
    report.sections().forEach(section -> figures.addAll(section.figures()));
    return figures.parallelStream().collect(Collectors.toConcurrentMap(Figure::id, this::drawn));
  }

  private Drawn drawn(Figure figure) {
    FigureDrawing drawing = new FigureDrawing(figure);
    return new Drawn(drawing.svgFile(), picture(drawing), drawing.svgInPage());
  }

  private Optional<byte[]> picture(FigureDrawing drawing) {
    if (noPng.get() != null) {
      return Optional.empty();
    }
    try {
      return Optional.of(png.apply(drawing));
    } catch (RuntimeException | LinkageError | AWTError | InternalError e) {
      // Without fonts, Java throws different exceptions depending on what is missing, and different
      // ones again the second time.
      noPng.compareAndSet(null, rootOf(e));
      return Optional.empty();
    }
  }

  /// Returns the root cause. A class that could not be initialized reports the reason in its cause, whichever thread
  /// came first.
  private static Throwable rootOf(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /// Returns the reason why there are no images, for the page; empty if there are some.
  private String withoutPng() {
    Throwable reason = noPng.get();
    return reason == null
        ? ""
        : "There are no PNG files, because Java could not draw text on this machine (%s). It needs fonts (on Debian: apt-get install fontconfig fonts-dejavu-core) and no display (java -Djava.awt.headless=true)."
            .formatted(reason.getMessage());
  }

  private void write(Figure figure, Drawn drawn) throws IOException {
    String name = "figures/" + figure.id();
    write(name + ".svg", drawn.svg.getBytes(UTF_8));
    if (noPng.get() == null) {
      write(name + ".png", drawn.png.orElseThrow());
    } else {
      // An older image would show different numbers.
      Files.deleteIfExists(folder.resolve(name + ".png"));
    }
    write(name + ".csv", Csv.of(figure).getBytes(UTF_8));
  }

  private void write(String name, byte[] bytes) throws IOException {
    replace(name, bytes);
    files.add(name);
  }

  private void replace(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.toAbsolutePath().getParent());
    AtomicFile.write(file, out -> out.write(bytes));
  }
}
