package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.TheoryPlan.CHAIN_KS;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;
import static org.evenkeel.paper.theory.TheoryPlan.chainGroup;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.theory.Comparisons.Comparison;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The report's section on the variances on the chain (sections 5.1 to 5.3, appendices B and C).
///
/// @param results the results of the trials
/// @param plan the planned trials
record ChainSection(TheoryResults results, TheoryPlan plan) {
  private static final String TABLE = "theory-chain-simulated";
  private static final List<String> FIGURES =
      List.of("theory-chain-states", "theory-chain-networks", TABLE);
  private static final List<Integer> EXACT_KS = List.of(2, 3, 5, 10, 20);
  private static final List<Integer> EXACT_STATES = List.of(2, 3, 5, 10, 20);
  private static final List<Double> GAMMAS = List.of(0.5, 0.9, 0.99, 1.0);

  Section section() {
    List<Claim> claims = new ArrayList<>();
    claims.add(dqn());
    claims.add(ensemble());
    claims.add(averaged());
    claims.add(start());
    claims.add(fourier());
    claims.add(factorBound());
    claims.add(order());
    return new Section(
        "theory-chain",
        "The variance on the chain (section 5, appendices B and C)",
        """
        The model is a chain of M states with a fixed policy and no rewards. In each iteration every state has an error Z \
        with mean 0 and variance 1, uncorrelated between states and iterations. The closed forms are computed exactly. \
        The recursions are also simulated, with normal and with uniform errors, and the sample variance at s_0 is \
        compared with the formula.

        Q^A and Q^E are means of K networks; Q^DQN is one network.""",
        claims,
        new ChainFigures(results).all(),
        tables());
  }

  /// Returns the simulations of one algorithm with their formulas; empty if any of its groups has no trial.
  private List<Comparison> simulated(boolean averaged, List<Integer> ks) {
    List<Comparison> all = new ArrayList<>();
    for (int k : ks) {
      for (ErrorLaw law : ErrorLaw.values()) {
        String column = TheoryJob.Chain.column(law);
        List<Point> points =
            results.points(chainGroup(averaged, k), TheoryJob.Chain.STATES, column);
        if (points.isEmpty()) {
          return List.of();
        }
        for (Point p : points) {
          ChainMdp chain = ChainMdp.equal(GAMMA, (int) p.x(), 1);
          double formula = averaged ? chain.averaged(k) : chain.ensemble(k);
          String who = k == 1 ? "DQN" : (averaged ? "Averaged, K " : "Ensemble, K ") + k;
          String name = "%s, M %d, %s errors".formatted(who, (int) p.x(), column);
          all.add(new Comparison(name, formula, p));
        }
      }
    }
    return all;
  }

  private List<Table> tables() {
    List<Comparison> all = new ArrayList<>();
    all.addAll(simulated(false, List.of(1)));
    all.addAll(simulated(false, CHAIN_KS));
    all.addAll(simulated(true, CHAIN_KS));
    if (all.isEmpty()) {
      return List.of(
          new Table(
              TABLE,
              "Simulated variances",
              "No trial has finished yet.",
              List.of("what"),
              List.of()));
    }
    return List.of(
        new Comparisons(all)
            .table(
                TABLE,
                "Simulated variances at s_0 and the closed forms",
                "γ 0.9, error variance 1. z is the deviation of the simulation from the formula in standard errors. Here p is "
                    + "corrected for all rows of this table; in a claim it is corrected for that claim's rows only."));
  }

  private static Claim agreement(Card card, List<Comparison> all, String measured, Effect... more) {
    if (all.isEmpty()) {
      return card.missing();
    }
    return card.found(Evidence.of(new Comparisons(all).agreement()), measured, more);
  }

  private Claim dqn() {
    Card card =
        new Card(
            "theory-dqn-variance",
            "The variance of DQN on the chain",
            Standing.SECONDARY,
            "Var[Q^DQN(s_0,a;θ_i)] = Σ_{m=0}^{M−1} γ^{2m} σ²_{s_m}",
            "section 5.1",
            Comparisons.AGREEMENT,
            FIGURES);
    return agreement(
        card,
        simulated(false, List.of(1)),
        "DQN's recursion, simulated for M from 1 to 20. The sum includes the error of the terminal state; an "
            + "implementation in which no action is taken in the terminal state has the variance of a chain of M − 1.",
        Effect.exact("variance at M 20", ChainMdp.equal(GAMMA, 20, 1).dqn()));
  }

  private Claim ensemble() {
    Card card =
        new Card(
            "theory-ensemble-variance",
            "The variance of Ensemble-DQN on the chain is 1/K of DQN's",
            Standing.SECONDARY,
            "Var[Q^E_i(s_0,a)] = Σ_{m=0}^{M−1} (1/K) γ^{2m} σ²_{s_m} = (1/K) Var[Q^DQN(s_0,a;θ_i)]",
            "section 5.2, appendix B",
            Comparisons.AGREEMENT,
            FIGURES);
    return agreement(
        card,
        simulated(false, CHAIN_KS),
        "Ensemble-DQN's recursion, simulated for K from 2 to 20 and M from 1 to 20: K networks with separate errors and "
            + "one target.",
        Effect.exact("variance at M 20, K 10", ChainMdp.equal(GAMMA, 20, 1).ensemble(10)));
  }

  private Claim averaged() {
    Card card =
        new Card(
            "theory-averaged-variance",
            "The variance of Averaged-DQN on the chain",
            Standing.SECONDARY,
            "Var[Q^A_i(s_0,a)] = Σ_{m=0}^{M−1} D_{K,m} γ^{2m} σ²_{s_m}",
            "section 5.3, appendix C",
            Comparisons.AGREEMENT,
            FIGURES);
    return agreement(
        card,
        simulated(true, CHAIN_KS),
        "Averaged-DQN's recursion, simulated for K from 2 to 20 and M from 1 to 20, with D_{K,m} as the exact sum of "
            + "squared counts.",
        Effect.exact("variance at M 20, K 10", ChainMdp.equal(GAMMA, 20, 1).averaged(10)));
  }

  private static Claim start() {
    Card card =
        new Card(
            "theory-start-forgotten",
            "The iteration from which the formulas hold",
            Standing.SECONDARY,
            "we get that for i>M … we get for i>M … We get that for i>KM",
            "sections 5.1, 5.2 and 5.3",
            "Agrees if the initial networks have no weight at all in the estimate at s_0 in each of the K M iterations after "
                + "iteration K M (K is 1 here for DQN and Ensemble), for all K and M tried; contradicts otherwise.",
            List.of("theory-start"));
    double after = 0;
    double atLimit = 0;
    double before = Double.POSITIVE_INFINITY;
    for (int k : List.of(1, 2, 5, 10)) {
      for (int states : List.of(1, 2, 5, 10)) {
        ChainMdp chain = ChainMdp.equal(GAMMA, states, 1);
        int limit = k * states;
        for (int i = limit + 1; i <= 2 * limit; i++) {
          after = Math.max(after, chain.startWeight(k, i));
        }
        atLimit = Math.max(atLimit, chain.startWeight(k, limit));
        before = Math.min(before, chain.startWeight(k, limit - 1));
      }
    }
    return card.found(
        Evidence.of(Finding.exact("largest weight for i > K M", after, "0", after == 0)),
        "The recursions are run without errors, starting from networks that are 1 everywhere. The remaining value is the weight of the initial networks.%s"
            .formatted(
                atLimit == 0 && before > 0
                    ? " It becomes 0 exactly at i = K M, one iteration earlier than the paper says."
                    : ""),
        Effect.exact("largest weight at i = K M", atLimit),
        Effect.exact("smallest weight at i = K M − 1", before));
  }

  private Claim fourier() {
    Card card =
        new Card(
            "theory-factor-fourier",
            "D_{K,m} is a sum over a Fourier transform",
            Standing.SECONDARY,
            "D_{K,m} = (1/N) Σ_{n=0}^{N−1} |U_n/K|^{2(m+1)}, with U=(U_n)_{n=0}^{N−1} denoting a Discrete Fourier "
                + "Transform (DFT) of a rectangle pulse",
            "section 5.3, appendix C",
            "Agrees if the sum at the shortest sufficient length N = (m+1)(K−1)+1 equals the exact fraction up to a relative "
                + "rounding error of 1e-9 for all K and m tried; contradicts otherwise.",
            List.of("theory-factor", "theory-factor-length"));
    double worst = 0;
    double tooShort = Double.POSITIVE_INFINITY;
    double asPulse = 0;
    for (int k : factorKs()) {
      for (int m = 1; m <= factorStates(); m++) {
        double exact = AveragingFactor.exact(k, m).toDouble();
        int n = AveragingFactor.smallestExactLength(k, m);
        worst = Math.max(worst, Math.abs(AveragingFactor.fourier(k, m, n) / exact - 1));
        AveragingFactor.Fraction wrapped = AveragingFactor.wrapped(k, m, n - 1);
        AveragingFactor.Fraction right = AveragingFactor.exact(k, m);
        // The denominators are equal. The numerators still differ where doubles no longer would.
        tooShort =
            Math.min(tooShort, wrapped.numerator().subtract(right.numerator()).doubleValue());
        asPulse = Math.max(asPulse, Math.abs(AveragingFactor.fourier(k, m, k) * k - 1));
      }
    }
    return card.found(
        Evidence.of(
            Finding.exact(
                "largest relative difference at the shortest sufficient N",
                worst,
                "below 1e-9",
                worst < 1e-9)),
        "N must be at least (m+1)(K−1)+1. The main text does not mention this and the appendix does not spell it out. One "
            + "point too few adds at least %s to the sum of squared counts. N = K, the length of the pulse, gives 1/K for "
                .formatted(Numbers.brief(tooShort))
            + "every m, up to a relative difference of %s, which would invalidate the bound D < 1/K."
                .formatted(Numbers.brief(asPulse)),
        Effect.exact("smallest excess of squared counts with one point too few", tooShort),
        Effect.exact("largest relative difference from 1/K at N = K", asPulse));
  }

  private List<Integer> factorKs() {
    return plan.scale() == Scale.PAPER ? List.of(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20) : EXACT_KS;
  }

  private int factorStates() {
    return plan.scale() == Scale.PAPER ? 60 : 20;
  }

  private Claim factorBound() {
    Card card =
        new Card(
            "theory-factor-bound",
            "D_{K,m} is below 1/K",
            Standing.SECONDARY,
            "for K>1, m>0 we have that D_{K,m} < 1/K",
            "section 5.3, appendix C",
            "Agrees if it is true of the exact fractions for all K > 1 and m > 0 tried, compared as integers; contradicts "
                + "otherwise.",
            List.of("theory-factor"));
    int tried = 0;
    int failed = 0;
    double largest = 0;
    for (int k : factorKs()) {
      for (int m = 1; m <= factorStates(); m++) {
        AveragingFactor.Fraction d = AveragingFactor.exact(k, m);
        boolean below =
            d.numerator().multiply(BigInteger.valueOf(k)).compareTo(d.denominator()) < 0;
        tried++;
        failed += below ? 0 : 1;
        largest = Math.max(largest, k * d.toDouble());
      }
    }
    return card.found(
        Evidence.of(Finding.exact("fractions not below 1/K", failed, "0", failed == 0)),
        "All K and m tried, with K up to 20 and m up to %d. At m = 0, D_{K,m} is exactly 1/K."
            .formatted(factorStates()),
        Effect.exact("fractions compared", tried),
        Effect.exact("largest K · D_{K,m}", largest));
  }

  private static Claim order() {
    Card card =
        new Card(
            "theory-chain-order",
            "On the chain, Averaged-DQN has less variance than Ensemble-DQN",
            Standing.PRIMARY,
            "Averaged-DQN is theoretically more efficient in TAE variance reduction than Ensemble-DQN, and at least K "
                + "times better than DQN",
            "section 5.3",
            "Agrees if, on the chain with uncorrelated errors, Var Averaged < Var Ensemble = Var DQN / K for all K > 1, M > 1 "
                + "and γ > 0 tried; contradicts otherwise. Whether it holds elsewhere is tested below.",
            List.of("theory-chain-states", "theory-chain-networks"));
    double largest = 0;
    for (int k : EXACT_KS) {
      for (int states : EXACT_STATES) {
        for (double gamma : GAMMAS) {
          ChainMdp chain = ChainMdp.equal(gamma, states, 1);
          largest = Math.max(largest, chain.averaged(k) / chain.ensemble(k));
        }
      }
    }
    ChainMdp chain = ChainMdp.equal(GAMMA, 20, 1);
    return card.found(
        Evidence.of(
            Finding.exact(
                "largest variance of Averaged / Ensemble", largest, "below 1", largest < 1)),
        "Closed forms for K from 2 to 20, M from 2 to 20, and γ from 0.5 to 1. With one state (M = 1) both are equal. The "
            + "mean of K networks is compared with one network of DQN. A single network of Averaged-DQN, the one that acts "
            + "during training, never has less variance than its own error.",
        Effect.exact(
            "Averaged / Ensemble at γ 0.9, K 10, M 20", chain.averaged(10) / chain.ensemble(10)),
        Effect.exact(
            "DQN / Averaged in the same case (claimed: at least 10)",
            chain.dqn() / chain.averaged(10)),
        Effect.exact(
            "DQN / one network of Averaged in the same case",
            chain.dqn() / chain.averagedNetwork(10)));
  }
}
