package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;

/// Writes a training configuration as the text that identifies a trial in a file.
///
/// The text of a configuration must never change, since the checksums of committed results depend on it. Therefore it
/// is written here field by field, under the names that the records had when the first results were made. A setting
/// that was added later is written only if it differs from its default. Numbers are written by `%s`, since `%d` uses
/// other digits in some locales.
public final class TrialText {
  private TrialText() {}

  /// Returns the text of a training configuration.
  public static String of(Training t) {
    boolean constant = t.learningRate() instanceof LearningRate.Constant;
    return "Training[algorithm="
        + of(t.algorithm())
        + ", network="
        + of(t.network())
        + ", initializer="
        + part(t.initializer())
        + ", optimizer="
        + of(t.optimizer())
        + ", loss="
        + of(t.loss())
        + ", maxGradientNorm="
        + t.maxGradientNorm()
        + ", discount="
        + t.discount()
        + ", nStep="
        + t.nStep()
        + ", replay="
        + of(t.replay())
        + ", exploration="
        + of(t.exploration())
        + ", schedule="
        + of(t.schedule())
        + ", evaluation="
        + of(t.evaluation())
        + ", variants="
        + variants(t)
        + (constant ? "" : ", learningRate=" + part(t.learningRate()))
        + "]";
  }

  /// Returns the text of an algorithm.
  public static String of(Algorithm algorithm) {
    String estimates =
        switch (algorithm.estimates()) {
          case Estimates.Snapshots s -> "Snapshots[k=" + s.k() + "]";
          case Estimates.Learners l -> "Learners[k=" + l.k() + "]";
          case Estimates.MovingAverage m -> "MovingAverage[tau=" + m.tau() + "]";
          case Estimates.WeightMean w -> "WeightMean[snapshots=" + w.snapshots() + "]";
        };
    String combine =
        switch (algorithm.combine()) {
          case Combine.Mean _ -> "Mean[]";
          case Combine.Min _ -> "Min[]";
          case Combine.RecencyWeighted w -> "RecencyWeighted[decay=" + w.decay() + "]";
          default -> part(algorithm.combine());
        };
    return "Algorithm[estimates=%s, combine=%s, bootstrap=%s]"
        .formatted(estimates, combine, part(algorithm.bootstrap()));
  }

  /// Returns the text of an optimizer.
  public static String of(Optimizer optimizer) {
    return switch (optimizer) {
      case Optimizer.Adam a -> adam("Adam", a.learningRate(), a.beta1(), a.beta2(), a.epsilon());
      case Optimizer.TensorFlowAdam a ->
          adam("TensorFlowAdam", a.learningRate(), a.beta1(), a.beta2(), a.epsilon());
      case Optimizer.NatureRmsProp r ->
          "NatureRmsProp[learningRate=%s, decay=%s, epsilon=%s]"
              .formatted(r.learningRate(), r.decay(), r.epsilon());
      case Optimizer.PyTorchRmsProp r ->
          "PyTorchRmsProp[learningRate=%s, alpha=%s, epsilon=%s, momentum=%s, centered=%s]"
              .formatted(r.learningRate(), r.alpha(), r.epsilon(), r.momentum(), r.centered());
      case Optimizer.Sgd s ->
          "Sgd[learningRate=%s, momentum=%s, nesterov=%s]"
              .formatted(s.learningRate(), s.momentum(), s.nesterov());
      default -> part(optimizer);
    };
  }

  private static String adam(
      String name, double learningRate, double beta1, double beta2, double epsilon) {
    return "%s[learningRate=%s, beta1=%s, beta2=%s, epsilon=%s]"
        .formatted(name, learningRate, beta1, beta2, epsilon);
  }

  /// Returns the text of a loss.
  public static String of(Loss loss) {
    return "Loss[kind=%s, reduction=%s]".formatted(loss.kind().name(), loss.reduction().name());
  }

  /// Returns the SHA-256 of a text, which identifies a trial in a file. It does not depend on the machine or its
  /// locale.
  public static String hash(String settings) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(settings.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Returns the name of one of the library's constants, or the identity of anything else.
  public static String part(Object part) {
    return switch (part) {
      case Enum<?> c when c.getDeclaringClass().getName().startsWith("org.evenkeel.") -> c.name();
      case Identified own -> own.identity();
      default ->
          throw new IllegalArgumentException(
              part.getClass().getName() + " has no text that distinguishes it from others");
    };
  }

  private static String of(Architecture network) {
    return switch (network) {
      case Architecture.Standard n -> "Standard[dueling=" + n.dueling() + "]";
      case Architecture.Dense n ->
          "Dense[hidden=%s, dueling=%s]".formatted(list(n.hidden(), String::valueOf), n.dueling());
      case Architecture.MinAtar n -> "MinAtar[dueling=" + n.dueling() + "]";
      case Architecture.Nature n -> "Nature[dueling=" + n.dueling() + "]";
      case Architecture.NaturePadded n -> "NaturePadded[dueling=" + n.dueling() + "]";
      case Architecture.Layers n ->
          "Layers[layers=%s, dueling=%s]".formatted(list(n.layers(), TrialText::of), n.dueling());
      default -> part(network);
    };
  }

  private static String of(Layer layer) {
    return switch (layer) {
      case Layer.Dense d -> "Dense[outputs=%s, name=%s]".formatted(d.outputs(), d.name());
      case Layer.Conv2d c ->
          "Conv2d[filters=%s, kernelHeight=%s, kernelWidth=%s, stride=%s, padding=%s, name=%s]"
              .formatted(
                  c.filters(),
                  c.kernelHeight(),
                  c.kernelWidth(),
                  c.stride(),
                  c.padding(),
                  c.name());
      case Layer.Relu _ -> "Relu[]";
      case Layer.Flatten _ -> "Flatten[]";
      case Layer.Dueling d -> "Dueling[actions=%s, name=%s]".formatted(d.actions(), d.name());
    };
  }

  private static String of(Memory replay) {
    return replay instanceof Memory.Frames frames
        ? "Memory[capacity=%s, sampling=%s]".formatted(frames.capacity(), of(frames.sampling()))
        : part(replay);
  }

  private static String of(Sampling sampling) {
    return switch (sampling) {
      case Sampling.Uniform _ -> "Uniform[]";
      case Sampling.Prioritized p ->
          "Prioritized[exponent=%s, beta=%s, epsilon=%s]"
              .formatted(p.exponent(), p.beta(), p.epsilon());
    };
  }

  private static String of(Exploration exploration) {
    return switch (exploration) {
      case Exploration.Constant c -> "Constant[epsilon=" + c.epsilon() + "]";
      case Exploration.Linear l ->
          "Linear[from=%s, to=%s, startSteps=%s, overSteps=%s]"
              .formatted(l.from(), l.to(), l.startSteps(), l.overSteps());
      case Exploration.Piecewise p ->
          "Piecewise[points=%s]"
              .formatted(
                  list(
                      p.points(),
                      at -> "Point[step=%s, epsilon=%s]".formatted(at.step(), at.epsilon())));
      default -> part(exploration);
    };
  }

  private static String of(Schedule s) {
    return ("Schedule[steps=%s, learningStartSteps=%s, updatePeriodSteps=%s, updatesPerPeriod=%s, batchSize=%s,"
            + " targetPeriod=%s, metricsPeriodSteps=%s]")
        .formatted(
            s.steps(),
            s.learningStartSteps(),
            s.updatePeriodSteps(),
            s.updatesPerPeriod(),
            s.batchSize(),
            s.targetPeriod(),
            s.metricsPeriodSteps());
  }

  private static String of(EvaluationPlan e) {
    return "Evaluate[periodSteps=%s, episodes=%s, epsilon=%s, heldOutStates=%s%s%s]"
        .formatted(
            e.periodSteps(),
            e.episodes(),
            e.epsilon(),
            e.heldOutStates(),
            e.steps() == 0 ? "" : ", steps=" + e.steps(),
            e.freshStates() == 0 ? "" : ", freshStates=" + e.freshStates());
  }

  /// Returns the text of protocol, window, ensemble and roles, which used to be one record that also contained the
  /// method of the target passes.
  private static String variants(Training t) {
    Protocol.Stacks stacks = t.protocol().stacks();
    return ("Variants[actor=%s, evaluated=%s, windowStart=%s, targetClock=%s, minibatches=%s, ensembleUpdate=%s,"
            + " ties=%s, truncation=%s, lifeLoss=%s, rewards=%s, targetPasses=AUTO%s]")
        .formatted(
            t.roles().actor().name(),
            t.roles().evaluated().name(),
            t.window().start().name(),
            t.window().clock().name(),
            t.ensemble().minibatches().name(),
            t.ensemble().update().name(),
            t.roles().ties().name(),
            t.protocol().truncation().name(),
            t.protocol().lifeLoss().name(),
            t.protocol().rewards().name(),
            stacks == Protocol.Stacks.THROUGH ? "" : ", stacks=" + stacks.name());
  }

  private static <T> String list(List<T> elements, Function<? super T, String> text) {
    return elements.stream().map(text).collect(Collectors.joining(", ", "[", "]"));
  }
}
