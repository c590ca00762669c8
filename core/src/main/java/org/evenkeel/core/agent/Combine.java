package org.evenkeel.core.agent;

import org.evenkeel.core.data.Identified;

/// Merges several estimates of the same values into one, action by action: the second of the three choices of an
/// [Algorithm], line 5 of the paper's Algorithms 2 and 3.
///
/// A custom rule is one class, preferably a record. It must depend only on its arguments: the same
/// numbers give the same result.
public interface Combine extends Identified {
  /// Writes the combined value of each entry.
  ///
  /// @param estimates one array of values per estimate, newest first; must not be changed
  /// @param k the number of estimates to use, at least 1
  /// @param size the number of values in each array
  /// @param combined the result, `size` values
  void combine(float[][] estimates, int k, int size, float[] combined);

  /// The rules that a configuration file can name.
  sealed interface Named extends Combine {}

  /// The mean: Averaged-DQN and Ensemble-DQN.
  ///
  /// Sums run from the newest estimate to the oldest, so that the result does not depend on their positions in memory.
  record Mean() implements Named {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      System.arraycopy(estimates[0], 0, combined, 0, size);
      for (int j = 1; j < k; j++) {
        float[] q = estimates[j];
        for (int i = 0; i < size; i++) {
          combined[i] += q[i];
        }
      }
      for (int i = 0; i < size; i++) {
        combined[i] /= k;
      }
    }
  }

  /// A mean with weights 1, decay, decay^2, ... from the newest to the oldest, divided by their sum (mentioned without
  /// numbers at the end of the paper's section 3).
  record RecencyWeighted(double decay) implements Named {
    /// @param decay the weight of an estimate relative to the next newer one
    public RecencyWeighted {
      if (!(decay > 0 && decay <= 1)) {
        throw new IllegalArgumentException("decay must be in (0, 1], was " + decay);
      }
    }

    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      double sum = 0;
      for (int j = k - 1; j >= 0; j--) {
        sum = 1 + decay * sum;
      }
      double weight = 1 / sum;
      for (int i = 0; i < size; i++) {
        combined[i] = estimates[0][i] * (float) weight;
      }
      for (int j = 1; j < k; j++) {
        weight *= decay;
        float w = (float) weight;
        float[] q = estimates[j];
        for (int i = 0; i < size; i++) {
          combined[i] += w * q[i];
        }
      }
    }
  }

  /// The smallest value: Maxmin (Lan et al. 2020).
  record Min() implements Named {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      System.arraycopy(estimates[0], 0, combined, 0, size);
      for (int j = 1; j < k; j++) {
        float[] q = estimates[j];
        for (int i = 0; i < size; i++) {
          combined[i] = Math.min(combined[i], q[i]);
        }
      }
    }
  }
}
