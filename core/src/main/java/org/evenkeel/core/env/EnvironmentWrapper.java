package org.evenkeel.core.env;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// An environment that wraps another one and changes one thing about it, as [RewardScale] and [TimeLimit] do.
///
/// Every call is forwarded to the inner environment; override the methods that differ. [#identity] must name the
/// wrapper, its parameters and the identity of the inner environment.
///
/// **Capabilities** are those of the inner environment plus those that the wrapper implements itself ([#as]). A wrapper
/// that changes observations or actions must also implement the capabilities that describe them ([HasLeadIn],
/// [HasLegend]), if the inner environment may have them.
///
/// **Resume.** A wrapper without mutable fields needs nothing. One whose fields change during an episode overrides
/// [#saveOwn] and [#restoreOwn]. They are called if the inner environment [SavesState]; otherwise the episode is
/// replayed. A wrapper with state that outlives an episode implements [SavesState] itself.
public abstract class EnvironmentWrapper implements Environment, AutoCloseable {
  private final Environment inner;

  /// Wraps an environment; [#close] closes it.
  protected EnvironmentWrapper(Environment inner) {
    this.inner = inner;
  }

  /// Returns the wrapped environment.
  public final Environment inner() {
    return inner;
  }

  @Override
  public Spec spec() {
    return inner.spec();
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    inner.reset(random, observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    return inner.step(action, observation);
  }

  @Override
  public abstract String identity();

  @Override
  public <T extends Environment> @Nullable T as(Class<T> capability) {
    if (capability.isInstance(this)) {
      return capability.cast(this);
    }
    T found = inner.as(capability);
    return found instanceof SavesState saves && capability == SavesState.class
        ? capability.cast(new Saving(this, saves))
        : found;
  }

  /// Writes the fields of this wrapper that change during an episode; the default writes nothing. The inner
  /// environment's state is written after them.
  protected void saveOwn(DataOutput out) throws IOException {}

  /// Reads the fields that [#saveOwn] wrote.
  ///
  /// @param random the generator of the episode, for a wrapper that draws from it
  protected void restoreOwn(DataInput in, RandomGenerator random) throws IOException {}

  /// Closes the inner environment if it is [AutoCloseable].
  @Override
  public void close() {
    EnvironmentCalls.close(inner);
  }

  @Override
  public String toString() {
    return identity();
  }

  /// A wrapper as an environment that saves its state: first the wrapper's own, then that of the inner environment.
  private static final class Saving extends EnvironmentWrapper implements SavesState {
    private final EnvironmentWrapper wrapper;
    private final SavesState saves;

    Saving(EnvironmentWrapper wrapper, SavesState saves) {
      super(wrapper);
      this.wrapper = wrapper;
      this.saves = saves;
    }

    @Override
    public String identity() {
      return wrapper.identity();
    }

    @Override
    public boolean outlivesEpisodes() {
      return saves.outlivesEpisodes();
    }

    @Override
    public void save(DataOutput out) throws IOException {
      wrapper.saveOwn(out);
      saves.save(out);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      wrapper.restoreOwn(in, random);
      saves.restore(in, random);
    }
  }
}
