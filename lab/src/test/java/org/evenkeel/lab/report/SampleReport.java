package org.evenkeel.lab.report;

import java.awt.GraphicsEnvironment;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// A report with everything in it that a report may have, odd characters included.
final class SampleReport {
  /// The smallest picture there is: one transparent pixel.
  static final byte[] GIF =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

  static final String ODD =
      "a < b && c > \"d\" 'e' – ü é 日本 🙂 \u0007 </svg><script>alert(1)</script>";

  private SampleReport() {}

  /// Whether Java can draw text on this machine.
  static boolean fontsAreHere() {
    try {
      return GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames().length
          > 0;
    } catch (RuntimeException | LinkageError e) {
      System.out.println("Tests of PNG files are skipped: Java finds no fonts (" + e + ")");
      return false;
    }
  }

  static Report report() {
    Map<String, String> provenance = new LinkedHashMap<>();
    provenance.put("version", "0.1.0");
    provenance.put("commit", "0123456789abcdef0123456789abcdef01234567");
    provenance.put("java", "25.0.1+8 Eclipse Adoptium");
    provenance.put("cpu", "An Imaginary Processor @ 2.60GHz");
    provenance.put("odd <name>", ODD);
    return new Report(
        "The paper on your machine",
        "Averaged-DQN's theory and its Gridworld experiments, computed here, with a verdict on each claim.",
        "./evenkeel reproduce all --scale paper --trials 40 --seed 1 --threads 2 --out runs/reproduction",
        provenance,
        List.of(theory(), gridworld(), odd()));
  }

  private static Section theory() {
    double[] k = {1, 2, 5, 10, 20, 50, 100};
    double[] dqn = new double[k.length];
    double[] averaged = new double[k.length];
    double[] low = new double[k.length];
    double[] high = new double[k.length];
    double[] ensemble = new double[k.length];
    for (int i = 0; i < k.length; i++) {
      dqn[i] = 1;
      ensemble[i] = 1 / k[i];
      averaged[i] = 0.55 / (k[i] + 0.6);
      low[i] = averaged[i] * 0.8;
      high[i] = averaged[i] * 1.25;
    }
    Figure variance =
        new Figure(
            "chain-variance",
            "Variance on the chain.",
            "Lines are the closed forms, dots are 1,000 simulated trials with 95 % intervals.",
            "The variance of Averaged-DQN falls faster than that of Ensemble-DQN, as 1 over K.",
            Axis.log("K"),
            Axis.log("variance / noise variance"),
            List.of(
                Series.of("DQN", 0, Series.Style.LINE, k, dqn),
                Series.of("Ensemble-DQN", 1, Series.Style.DASHED, k, ensemble),
                Series.of("Averaged-DQN", 2, Series.Style.LINE, k, averaged),
                new Series(
                    "Averaged-DQN, simulated", 2, Series.Style.POINTS, k, averaged, low, high)),
            List.of());
    Table table =
        new Table(
            "d-k-m",
            "D(K, m).",
            "The factor of section 5.3, by convolution and by the paper's Fourier sum.",
            List.of("K", "m", "exact", "Fourier sum", "remark"),
            List.of(
                List.of("2", "1", "0.5", "0.49999999999999994", ""),
                List.of("2", "2", "0.375", "0.37500000000000006", "below 1/K"),
                List.of("10", "8", "1.2345E-7", "1.2345E-7", "")));
    Claim holds =
        Claim.of(
                "averaged-below-ensemble",
                "Averaging past estimates reduces variance more than an ensemble does",
                Standing.PRIMARY)
            .said(
                "Averaged-DQN is theoretically more efficient in TAE variance reduction than Ensemble-DQN, and at least K times better than DQN.",
                "section 5.3, equation 11")
            .measured("The variance at the first state of the chain, exactly and by simulation.")
            .judged(
                "A ratio below 1 agrees, one above 1 contradicts.",
                Evidence.of(
                    List.of(
                        Finding.below(
                            Effect.exact("ratio to Ensemble at K = 10, exact", 0.51886792452),
                            1,
                            0),
                        Finding.ratioBelowOne(
                            Effect.sampled(
                                "ratio to Ensemble at K = 10, simulated",
                                0.521,
                                0.4987,
                                0.5433,
                                1000),
                            1000))))
            .beside(List.of(Effect.exact("smallest margin over all K and m", 1.23456e-7)))
            .shownIn(List.of("chain-variance", "d-k-m"));
    Claim fails =
        Claim.of("everywhere", "The ordering holds for every MDP", Standing.OWN_QUESTION)
            .said("", "A question the paper does not ask")
            .measured("The stationary variance on a state that leads to itself.")
            .judged(
                "A ratio below 1 agrees, one above 1 contradicts.",
                Evidence.of(
                    Finding.below(
                        Effect.exact("Averaged / Ensemble, gamma = 0.9, K = 10", 1.743119266),
                        1,
                        0)));
    return new Section(
        "theory",
        "Theory: the chain",
        "The closed forms of section 5, and a simulation of the same recursions.\n\n"
            + "Errors are independent between states and between iterations, as the paper assumes. Where they are not, the ordering may turn round.",
        List.of(holds, fails),
        List.of(variance),
        List.of(table));
  }

  private static Section gridworld() {
    Random random = new Random(3);
    int n = 120;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = i * 1000;
    }
    List<Series> curves = new ArrayList<>();
    int[] ks = {1, 5, 10, 20};
    for (int s = 0; s < ks.length; s++) {
      double[] y = new double[n];
      double[] low = new double[n];
      double[] high = new double[n];
      double over = 3.2 / (1 + s);
      double wander = 0;
      for (int i = 0; i < n; i++) {
        wander = 0.9 * wander + 0.12 * random.nextGaussian() / (1 + s);
        y[i] = (9.3 + over) * (1 - Math.exp(-i / 14.0)) + wander;
        low[i] = y[i] - 1.1 / (1 + s);
        high[i] = y[i] + 1.1 / (1 + s);
      }
      if (s == 3) {
        for (int i = 60; i < 70; i++) {
          y[i] = Double.NaN;
        }
        y[65] = 10.2;
      }
      String name = s == 0 ? "DQN" : "Averaged-DQN, K = " + ks[s];
      curves.add(new Series(name, s, Series.Style.LINE, x, y, low, high));
    }
    Figure values =
        new Figure(
            "average-value",
            "Average predicted value.",
            "Means over 40 trials, bands of one standard deviation. The dashed lines are the optimal value and the levels of overestimation A to D.",
            "All curves rise and settle above the optimal value; the larger K, the closer.",
            Axis.of("iteration"),
            Axis.of("average predicted value", 0, Double.NaN),
            curves,
            List.of(
                new Level("E[Q*]", -1, 9.3),
                new Level("A", 0, 12.5),
                new Level("B", 1, 10.9),
                new Level("C", 2, 10.37),
                new Level("D", 3, 10.1)));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(
          List.of(
              "trial " + i,
              Integer.toString(ks[i % 4]),
              Double.toString(9.3 + random.nextDouble()),
              Double.toString(random.nextGaussian() / 1000),
              Integer.toString(i * 1009),
              i % 7 == 0 ? "stopped early" : ""));
    }
    Table trials =
        new Table(
            "trials",
            "Trials.",
            "Every trial at its end.",
            List.of("trial", "K", "average value", "bias of the mean", "iterations", "remark"),
            rows);
    List<Finding> many = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Effect effect =
          new Effect(
              "difference between K = %d and K = %d, %s".formatted(1 + i, 2 + i, "average value"),
              -0.4 + i * 0.0713,
              -0.7 + i * 0.0713,
              -0.1 + i * 0.0713,
              40,
              i % 2 == 0 ? "Welch" : "Mann-Whitney",
              i < 4 ? 1e-9 : 0.01234 * i);
      many.add(Finding.below(effect, 0, 40));
    }
    Claim inPart =
        Claim.of(
                "variance-falls",
                "The larger K, the smaller the variance between trials",
                Standing.PRIMARY)
            .said(
                "Increasing the number of averaged target values K reduces overestimation and variance.",
                "section 6.2.2, figure 6")
            .measured(String.format(Locale.ROOT, "The average value at the end of %d trials.", 40))
            .judged(
                "A difference agrees if it is below 0 with a corrected p below 0.05.",
                Evidence.of(many))
            .shownIn(List.of("average-value", "trials"));
    return new Section(
        "gridworld",
        "Gridworld: 20 by 20",
        "The sweep protocol of the authors' prototype.",
        List.of(inPart),
        List.of(values),
        List.of(trials),
        List.of(
            new Picture(
                "play",
                "The agent walks",
                "It reaches the goal.",
                "A walk from the lower left to the upper right corner.",
                GIF)));
  }

  private static Section odd() {
    Figure odd =
        new Figure(
            "odd",
            ODD,
            ODD,
            ODD,
            Axis.of("x " + ODD),
            Axis.of("values < 0 & more", -1e-6, 2e-6),
            List.of(
                new Series(
                    "only <points> & \"one\" 日本",
                    9,
                    Series.Style.POINTS,
                    new double[] {1, 2, 3, Double.NaN},
                    new double[] {1e-6, Double.NaN, 5e-7, 1},
                    new double[] {5e-7, 0, Double.NaN, 0},
                    new double[] {1.5e-6, 1, 1, 1}),
                Series.of("nothing", 2, Series.Style.LINE, new double[0], new double[0])),
            List.of(new Level("<&> 日", 3, 0), new Level("far", 1, 10)));
    Claim claim =
        Claim.of("odd", ODD, Standing.ROBUSTNESS)
            .said(ODD, ODD)
            .measured(ODD)
            .judged(
                ODD,
                Evidence.of(
                    new Finding(
                        new Effect(
                            ODD,
                            Double.NaN,
                            Double.NEGATIVE_INFINITY,
                            Double.POSITIVE_INFINITY,
                            2,
                            ODD,
                            0.5),
                        ODD,
                        Finding.Answer.OPEN,
                        2,
                        ODD)))
            .shownIn(List.of("odd"));
    Table table = new Table("odd", ODD, ODD, List.of(ODD, ""), List.of(List.of(ODD, "x,\"y\"\nz")));
    return new Section(
        "odd", ODD, ODD + "\n\n" + ODD, List.of(claim), List.of(odd), List.of(table));
  }
}
