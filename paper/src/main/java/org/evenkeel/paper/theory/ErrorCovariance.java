package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RectangularCholeskyDecomposition;

/// The covariance of the errors Z_i of all states in one iteration. Errors of different iterations are uncorrelated
/// (section 5). The paper's appendix C also assumes this for different states, which need not hold for a network that
/// shares its weights between states.
///
/// It is stored as a root B with covariance = B B^T; B has as many columns as the rank of the covariance.
public final class ErrorCovariance {
  /// The largest share of a state's variance that counts as a rounding error.
  private static final double RANK_TOLERANCE = 1e-14;

  private static final double ROOT_TOLERANCE = 1e-9;

  private final double[] variances;
  private final double[] root;
  private final int rank;

  private ErrorCovariance(double[] variances, double[] root, int rank) {
    this.variances = variances;
    this.root = root;
    this.rank = rank;
  }

  /// Returns uncorrelated errors with the given variances.
  public static ErrorCovariance independent(double... sigma2) {
    Checks.lengthAtLeast("sigma2", 1, sigma2.length);
    double[] variances = checkedVariances(sigma2);
    int n = variances.length;
    double[] root = new double[n * n];
    for (int s = 0; s < n; s++) {
      root[s * n + s] = Math.sqrt(variances[s]);
    }
    return new ErrorCovariance(variances, root, n);
  }

  /// Returns errors with the given variances and the same correlation between any two states.
  public static ErrorCovariance equallyCorrelated(double correlation, double... sigma2) {
    if (!(correlation >= -1 && correlation <= 1)) {
      throw new IllegalArgumentException("correlation must be in [-1, 1], was " + correlation);
    }
    Checks.lengthAtLeast("sigma2", 1, sigma2.length);
    double[] variances = checkedVariances(sigma2);
    int n = variances.length;
    double[] matrix = new double[n * n];
    for (int s = 0; s < n; s++) {
      for (int t = 0; t < n; t++) {
        matrix[s * n + t] =
            s == t ? variances[s] : correlation * Math.sqrt(variances[s] * variances[t]);
      }
    }
    return of(matrix);
  }

  /// Returns errors with a given covariance matrix, in row-major order.
  public static ErrorCovariance of(double[] matrix) {
    Checks.lengthAtLeast("matrix", 1, matrix.length);
    int n = (int) Math.sqrt(matrix.length);
    if (n * n != matrix.length) {
      throw new IllegalArgumentException(
          "matrix must have a square number of entries, was " + matrix.length);
    }
    double[] variances = new double[n];
    for (int s = 0; s < n; s++) {
      variances[s] = matrix[s * n + s];
    }
    checkedVariances(variances);
    RealMatrix correlations = correlations(matrix, variances);
    RealMatrix b = root(correlations);
    int rank = b.getColumnDimension();
    double[] root = new double[n * rank];
    for (int s = 0; s < n; s++) {
      for (int c = 0; c < rank; c++) {
        root[s * rank + c] = Math.sqrt(variances[s]) * b.getEntry(s, c);
      }
    }
    return new ErrorCovariance(variances, root, rank);
  }

  /// Returns the covariance of samples, `[sample][state]`, about their mean (divided by n - 1). The samples themselves
  /// are the root, so this costs nothing and is not affected by rounding.
  public static ErrorCovariance ofSamples(double[][] samples) {
    Checks.lengthAtLeast("samples", 2, samples.length);
    int n = samples.length;
    int states = samples[0].length;
    Checks.lengthAtLeast("a sample", 1, states);
    double[] root = new double[states * n];
    double[] variances = new double[states];
    for (int s = 0; s < states; s++) {
      double mean = 0;
      for (double[] sample : samples) {
        Checks.length("a sample", states, sample.length);
        mean += sample[s] / n;
      }
      for (int i = 0; i < n; i++) {
        double entry = (samples[i][s] - mean) / Math.sqrt(n - 1);
        root[s * n + i] = entry;
        variances[s] += entry * entry;
      }
    }
    return new ErrorCovariance(checkedVariances(variances), root, n);
  }

  /// Returns the number of states.
  public int states() {
    return variances.length;
  }

  /// Returns the error variance of a state.
  public double variance(int state) {
    return variances[state];
  }

  /// Returns the number of columns of the root.
  int rank() {
    return rank;
  }

  /// Returns an entry of the root.
  double root(int state, int column) {
    return root[state * rank + column];
  }

  /// Returns a copy of the variances after checking each of them.
  static double[] checkedVariances(double... sigma2) {
    for (int s = 0; s < sigma2.length; s++) {
      if (!(sigma2[s] >= 0) || Double.isInfinite(sigma2[s])) {
        throw new IllegalArgumentException(
            "the error variance of state %d must be a finite number >= 0, was %s"
                .formatted(s, sigma2[s]));
      }
    }
    return sigma2.clone();
  }

  /// Returns the matrix scaled to a diagonal of 1, so that no tolerance depends on the size of a variance. A state
  /// without an error also has a correlation of 1 with itself; its row of the root is multiplied by 0.
  private static RealMatrix correlations(double[] matrix, double[] variances) {
    int n = variances.length;
    RealMatrix correlations = MatrixUtils.createRealIdentityMatrix(n);
    for (int s = 0; s < n; s++) {
      for (int t = 0; t < s; t++) {
        double value = matrix[s * n + t];
        double mirrored = matrix[t * n + s];
        if (!Double.isFinite(value) || value != mirrored) {
          throw new IllegalArgumentException(
              "a covariance matrix must be finite and symmetric, was %s at (%d, %d) and %s at (%d, %d)"
                  .formatted(value, s, t, mirrored, t, s));
        }
        double scale = Math.sqrt(variances[s]) * Math.sqrt(variances[t]);
        if (Math.abs(value) > scale * (1 + ROOT_TOLERANCE)) {
          throw notACovariance();
        }
        double correlation = scale == 0 ? 0 : value / scale;
        correlations.setEntry(s, t, correlation);
        correlations.setEntry(t, s, correlation);
      }
    }
    return correlations;
  }

  private static RealMatrix root(RealMatrix correlations) {
    RealMatrix b;
    try {
      b = new RectangularCholeskyDecomposition(correlations, RANK_TOLERANCE).getRootMatrix();
    } catch (MathIllegalArgumentException e) {
      throw notACovariance();
    }
    // The decomposition stops at the first pivot of 0 without checking the other entries of its
    // row.
    for (double[] row : b.multiplyTransposed(b).subtract(correlations).getData()) {
      if (Arrays.stream(row).anyMatch(left -> Math.abs(left) > ROOT_TOLERANCE)) {
        throw notACovariance();
      }
    }
    return b;
  }

  private static IllegalArgumentException notACovariance() {
    return new IllegalArgumentException(
        "a covariance matrix must have no negative eigenvalue, but this one has");
  }
}
