package org.evenkeel.testing;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import nu.validator.validation.SimpleDocumentValidator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;

/// The validator of the W3C.
public final class HtmlValidator {
  /// Style rules that are newer than the validator and that browsers know.
  private static final Pattern NEWER =
      Pattern.compile(".*(::details-content|too few values for the property “linear-gradient”).*");

  private HtmlValidator() {}

  /// Returns the errors and warnings of a page, each with its line.
  public static List<String> complaints(String html) throws Exception {
    System.setProperty("org.eclipse.jetty.util.log.announce", "false"); // the validator's server
    Complaints complaints = new Complaints();
    SimpleDocumentValidator validator = new SimpleDocumentValidator();
    validator.setUpMainSchema("http://s.validator.nu/html5-rdfalite.rnc", complaints);
    validator.setUpValidatorAndParsers(complaints, false, false);
    validator.checkHtmlInputSource(new InputSource(new StringReader(html)));
    return complaints.found;
  }

  private static final class Complaints implements ErrorHandler {
    private final List<String> found = new ArrayList<>();

    @Override
    public void warning(SAXParseException e) {
      if (!NEWER.matcher(e.getMessage()).matches()) {
        found.add("line %d: %s".formatted(e.getLineNumber(), e.getMessage()));
      }
    }

    @Override
    public void error(SAXParseException e) {
      warning(e);
    }

    @Override
    public void fatalError(SAXParseException e) {
      warning(e);
    }
  }
}
