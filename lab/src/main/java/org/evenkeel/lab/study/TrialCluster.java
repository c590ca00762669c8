package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Other machines that compute trials. The results are those of this machine, to the last byte: a trial depends on its own
/// settings and seed alone.
public interface TrialCluster extends AutoCloseable {
  /// A trial to be computed there.
  ///
  /// @param trial what
  /// @param recipe how it is made there
  /// @param folder its own folder here: what it holds of the trial is sent along, what comes back is put there
  record Task(Trial trial, TrialRecipe recipe, Path folder) {}

  /// Hears what happens; from one thread at a time.
  interface Listener {
    /// How much of a trial is done, from 0 to 1; less than before where it had to start again.
    void reached(Task task, double share);

    /// A trial has ended. Nothing of it is kept but what this keeps.
    void ended(Task task, TrialParcel parcel) throws IOException;

    /// Who is at work.
    ///
    /// @param running trials that are being computed
    /// @param hosts where, without repetitions
    void working(int running, List<String> hosts);

    /// Something to know that stops nothing.
    void warning(String sentence);
  }

  /// Computes trials, in any order and on any machine, and returns when all have ended or [#stop] was called. A trial
  /// whose machine is lost is computed again. May be called again with other trials.
  ///
  /// @throws IOException if the cluster cannot do it, or a trial cannot be computed, with a sentence; those that ended
  ///     before were told
  void compute(List<Task> tasks, Listener listener) throws IOException, InterruptedException;

  /// Ends [#compute] soon; from any thread.
  void stop();

  /// Lets go of the machines.
  @Override
  void close();
}
