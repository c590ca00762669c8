package org.evenkeel.paper.claims;

import org.evenkeel.core.data.RandomStream;

/// Target approximation errors Z that are injected into a table in place of a network's. The first kind obeys every
/// assumption of section 5 of the paper; each of the others breaks one.
sealed interface InjectedErrors {
  /// Returns the settings, under names that never change.
  String text();

  /// Returns errors for one trial.
  Source start(RandomStream random, int pairs);

  /// Draws one field of errors for each iteration.
  @FunctionalInterface
  interface Source {
    /// Replaces the errors of all pairs by those of the next iteration.
    void next(double[] z);
  }

  /// Independent normal errors with mean 0 and one variance. The mean of K of them, the error of an ensemble, is the
  /// same with a standard deviation of sigma / sqrt(K).
  record Independent(double sigma) implements InjectedErrors {
    @Override
    public String text() {
      return "Independent[sigma=%s]".formatted(sigma);
    }

    @Override
    public Source start(RandomStream random, int pairs) {
      return z -> {
        for (int i = 0; i < z.length; i++) {
          z[i] = sigma * random.nextGaussian();
        }
      };
    }
  }

  /// Independent errors whose mean is not 0.
  record Shifted(double sigma, double mean) implements InjectedErrors {
    @Override
    public String text() {
      return "Shifted[sigma=%s, mean=%s]".formatted(sigma, mean);
    }

    @Override
    public Source start(RandomStream random, int pairs) {
      Source centred = new Independent(sigma).start(random, pairs);
      return z -> {
        centred.next(z);
        for (int i = 0; i < z.length; i++) {
          z[i] += mean;
        }
      };
    }
  }

  /// Errors that are correlated between iterations: an autoregressive process of order 1 in each pair.
  record Lasting(double sigma, double correlation) implements InjectedErrors {
    @Override
    public String text() {
      return "Lasting[sigma=%s, correlation=%s]".formatted(sigma, correlation);
    }

    @Override
    public Source start(RandomStream random, int pairs) {
      double[] last = new double[pairs];
      Source fresh = new Independent(sigma).start(random, pairs);
      fresh.next(last);
      double[] drawn = new double[pairs];
      double weight = Math.sqrt(1 - correlation * correlation);
      return z -> {
        fresh.next(drawn);
        for (int i = 0; i < z.length; i++) {
          last[i] = correlation * last[i] + weight * drawn[i];
          z[i] = last[i];
        }
      };
    }
  }

  /// Errors of which a share of the variance never changes within a trial.
  record Persistent(double sigma, double share) implements InjectedErrors {
    @Override
    public String text() {
      return "Persistent[sigma=%s, share=%s]".formatted(sigma, share);
    }

    @Override
    public Source start(RandomStream random, int pairs) {
      double[] constant = new double[pairs];
      new Independent(sigma * Math.sqrt(share)).start(random, pairs).next(constant);
      Source changing = new Independent(sigma * Math.sqrt(1 - share)).start(random, pairs);
      return z -> {
        changing.next(z);
        for (int i = 0; i < z.length; i++) {
          z[i] += constant[i];
        }
      };
    }
  }

  /// Error fields drawn at random from those of trained networks. A field has the errors of all pairs in one iteration,
  /// so their correlations are kept; different iterations are independent.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Resampled(double[][] fields) implements InjectedErrors {
    @Override
    public String text() {
      throw new UnsupportedOperationException("resampled errors depend on other trials");
    }

    @Override
    public Source start(RandomStream random, int pairs) {
      return z -> System.arraycopy(fields[random.nextInt(fields.length)], 0, z, 0, z.length);
    }
  }
}
