package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Other machines that compute trials. The results are identical, byte for byte, to those of this machine, since a
/// trial depends only on its own settings and seed.
public interface TrialCluster extends AutoCloseable {
  /// A trial to be computed on the cluster.
  ///
  /// @param trial the trial
  /// @param recipe the recipe by which another machine creates it
  /// @param folder its folder on this machine: its files are sent along, and the files that come back are stored there
  record Task(Trial trial, TrialRecipe recipe, Path folder) {}

  /// Receives the progress. It is called from one thread at a time.
  interface Listener {
    /// Called with the fraction of a trial that is done, from 0 to 1; less than before if it had to start again.
    void reached(Task task, double share);

    /// Called when a trial has ended. The listener must save its result; the cluster keeps nothing.
    void ended(Task task, TrialParcel parcel) throws IOException;

    /// Called with the state of the cluster.
    ///
    /// @param running the number of trials being computed
    /// @param hosts the machines that compute them, without repetitions
    void working(int running, List<String> hosts);

    /// Called for a problem that does not stop the computation.
    void warning(String sentence);
  }

  /// Computes trials, in any order and on any machine, and returns when all have ended or [#stop] was called. A trial
  /// whose machine is lost is computed again. May be called again with other trials.
  ///
  /// @throws IOException if the cluster fails or a trial cannot be computed; the message explains why. Trials that
  ///     ended before were reported
  void compute(List<Task> tasks, Listener listener) throws IOException, InterruptedException;

  /// Ends [#compute] soon. May be called from any thread.
  void stop();

  /// Releases the machines.
  @Override
  void close();
}
