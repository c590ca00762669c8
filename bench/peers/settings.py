"""The trainings that are measured: on CartPole-v1, on MinAtar's Breakout and on Atari's, the same settings as TrainingSetting.java has."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """Everything else is Stable-Baselines3's default: Adam 1e-4, Huber loss, mean of the batch, gradients of at most 10, gamma 0.99."""

    name: str
    about: str
    hidden: tuple
    batch: int
    update_period: int   # steps of the environment for each update
    target_period: int   # steps between two copies to the target network
    capacity: int        # of the replay memory
    remembered: bool     # whether Evenkeel is measured with remembered target values as well

    @property
    def updates_per_step(self):
        return 1 / self.update_period


EPSILON = 0.05           # from the first step, as a random action needs no pass
LEARNING_STARTS = 100    # steps

SETTINGS = {setting.name: setting for setting in (
    Setting("sb3-defaults", "Stable-Baselines3's defaults: 4-64-64-2, batch 32, an update every 4 steps", (64, 64), 32, 4, 10_000, 1_000_000, False),
    Setting("every-step", "4-120-84-2, batch 64, an update every step", (120, 84), 64, 1, 500, 10_000, True),
)}


@dataclass(frozen=True)
class Played:
    """A training on a game. The rest is in work.py: the network, RMSProp, the Huber loss, gamma."""

    batch: int
    update_period: int   # steps of the environment for each update
    target_period: int   # steps between two snapshots; of MinAtar updates, which is the same
    capacity: int        # of the memory, which is full when learning starts
    epsilon: float       # as it is for most of the authors' training
    parameters: int      # of the network


MINATAR = Played(batch=32, update_period=1, target_period=1_000, capacity=100_000, epsilon=0.1, parameters=132_566)

# The paper's, with a hundredth of its memory and of its target period: a full memory and ten different snapshots within seconds. From one
# snapshot to the next 1 % of the memory is replaced and 8 % of it drawn, as in the paper.
ATARI = Played(batch=32, update_period=4, target_period=100, capacity=10_000, epsilon=0.1, parameters=1_686_180)
