"""The measured training runs: on CartPole-v1, MinAtar's Breakout and Atari's Breakout, with the settings of TrainingSetting.java."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """Everything else is Stable-Baselines3's default: Adam 1e-4, Huber loss, mean of the batch, gradients of at most 10, gamma 0.99."""

    name: str
    about: str
    hidden: tuple
    batch: int
    update_period: int   # environment steps per update
    target_period: int   # steps between two copies to the target network
    capacity: int        # of the replay buffer
    remembered: bool     # whether Evenkeel is also measured with cached target values

    @property
    def updates_per_step(self):
        return 1 / self.update_period


EPSILON = 0.05           # from the first step, since a random action needs no pass
LEARNING_STARTS = 100    # steps

SETTINGS = {setting.name: setting for setting in (
    Setting("sb3-defaults", "Stable-Baselines3's defaults: 4-64-64-2, batch 32, an update every 4 steps", (64, 64), 32, 4, 10_000, 1_000_000, False),
    Setting("every-step", "4-120-84-2, batch 64, an update every step", (120, 84), 64, 1, 500, 10_000, True),
)}


@dataclass(frozen=True)
class Played:
    """A training run on a game. The rest is in work.py: the network, RMSProp, the Huber loss, gamma."""

    batch: int
    update_period: int   # environment steps per update
    target_period: int   # steps between two snapshots; for MinAtar updates, which is the same
    capacity: int        # of the replay buffer, which is full when learning starts
    epsilon: float       # the value for most of the authors' training runs
    parameters: int      # of the network


MINATAR = Played(batch=32, update_period=1, target_period=1_000, capacity=100_000, epsilon=0.1, parameters=132_566)

# The paper's settings, with a hundredth of its replay buffer and target period: a full buffer and ten different snapshots within seconds.
# From one snapshot to the next, 1 % of the buffer is replaced and 8 % is drawn, as in the paper.
ATARI = Played(batch=32, update_period=4, target_period=100, capacity=10_000, epsilon=0.1, parameters=1_686_180)
