package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void aFigureIsOneRowForEachPointAndEachLevel() {
    Figure figure =
        new Figure(
            "f",
            "t",
            "c",
            "a",
            Axis.of("x"),
            Axis.of("y"),
            List.of(
                new Series(
                    "K = 5, \"averaged\"",
                    0,
                    Series.Style.LINE,
                    new double[] {1, 2},
                    new double[] {0.1 + 0.2, Double.NaN},
                    new double[] {0, Double.NaN},
                    new double[] {1e300, 3}),
                Series.of("plain", 0, Series.Style.POINTS, new double[] {7}, new double[] {-8})),
            List.of(new Level("A", 0, 2.5)));
    assertEquals(
        """
        series,x,y,lower,upper
        "K = 5, ""averaged""\",1,0.30000000000000004,0,1E300
        "K = 5, ""averaged""\",2,NaN,NaN,3
        plain,7,-8,,
        A,,2.5,,
        """,
        Csv.of(figure));
  }

  @Test
  void fieldsOfATableAreQuotedWhereTheyMust() {
    Table table =
        new Table(
            "t",
            "",
            "",
            List.of("a,b", "c"),
            List.of(List.of("say \"hi\"", "two\nlines"), List.of(" space", "1.50")));
    assertEquals("\"a,b\",c\n\"say \"\"hi\"\"\",\"two\nlines\"\n\" space\",1.50\n", Csv.of(table));
  }

  @Test
  void anEmptyFieldAloneIsNotAnEmptyLine() {
    assertEquals("a\n\"\"\n", Csv.of(new Table("t", "", "", List.of("a"), List.of(List.of("")))));
  }
}
