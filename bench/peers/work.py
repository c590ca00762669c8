"""The measured updates: networks, batches and parameters, with the same numbers for every peer."""

import os
from dataclasses import dataclass
from math import prod

GAMMA = 0.99
TRIAL_GAMMA = 0.9
KS = (1, 10)
BATCHES = 1  # the update cycles through them; evenkeel bench has one, so the peers have one


@dataclass(frozen=True)
class Work:
    """One network and how it learns. Parameters are in PyTorch's order: [out][in][kh][kw] and [out][in]."""

    name: str
    batch: int
    observation: str  # "pixels" uint8 HWC, "planes" bool HWC, "index" of a one-hot state, "vector" float
    shape: tuple      # (H, W, C), or (size,)
    convs: tuple      # (out channels, kernel, stride) each, ReLU after each
    hidden: tuple     # widths of the dense layers, ReLU after each
    actions: int
    optimizer: str    # "rmsprop" (centred, alpha .95, eps .01, lr .00025) or "adam" (1e-3)
    loss: str         # "huber" or "squared"
    reduction: str    # "sum" or "mean"
    ks: tuple = KS
    updates: int = 1  # per call; more than 1 for a trial: that many updates, then targets and a snapshot of all states

    def layers(self):
        """The shape of each weight, first layer first, and (C, H, W) of the input of the first dense layer."""
        shapes = []
        if self.convs:
            height, width, channels = self.shape
            for out, kernel, stride in self.convs:
                shapes.append((out, channels, kernel, kernel))
                height, width = (height - kernel) // stride + 1, (width - kernel) // stride + 1
                channels = out
            flat = (channels, height, width)
        else:
            flat = self.shape
        size = prod(flat)
        for out in (*self.hidden, self.actions):
            shapes.append((out, size))
            size = out
        return shapes, flat

    def parameters(self, seed):
        """[(weight, bias)] as float32 arrays, uniform in +-1/sqrt(fan in)."""
        import numpy as np

        random = np.random.default_rng(seed)
        made = []
        for shape in self.layers()[0]:
            bound = prod(shape[1:]) ** -0.5
            made.append((random.uniform(-bound, bound, shape).astype(np.float32),
                         random.uniform(-bound, bound, shape[0]).astype(np.float32)))
        return made

    def batches(self):
        """BATCHES times (s, a, r, terminated, s'), as a replay buffer would return them."""
        import numpy as np

        random = np.random.default_rng(7)
        size = (self.batch, *self.shape)

        def observations():
            if self.observation == "pixels":
                return random.integers(0, 256, size, dtype=np.uint8)
            if self.observation == "planes":
                return random.random(size) < 0.1
            if self.observation == "index":
                return random.integers(0, self.shape[0], self.batch, dtype=np.int32)
            return random.uniform(-1, 1, size).astype(np.float32)

        return [(observations(),
                 random.integers(0, self.actions, self.batch, dtype=np.int32),
                 random.integers(-1, 2, self.batch).astype(np.float32),
                 (random.random(self.batch) < 0.05).astype(np.float32),
                 observations()) for _ in range(BATCHES)]


WORKS = {work.name: work for work in (
    Work("nature", 32, "pixels", (84, 84, 4), ((32, 8, 4), (64, 4, 2), (64, 3, 1)), (512,), 6,
         "rmsprop", "huber", "sum"),
    Work("minatar", 32, "planes", (10, 10, 4), ((16, 3, 1),), (128,), 6, "rmsprop", "huber", "mean"),
    Work("gridworld", 32, "index", (400,), (), (80,), 4, "adam", "squared", "mean"),
    Work("gridworld trial", 32, "index", (400,), (), (80,), 4, "adam", "squared", "mean", (1, 20), 100),
    Work("cartpole", 64, "vector", (4,), (), (120, 84), 2, "adam", "huber", "mean"),
)}


def grid(side=20):
    """The trial's world: next state and reward of each state and action. Walls stop a move; the last corner pays 1 and is never left."""
    import numpy as np

    state = np.arange(side * side)
    row, column = state // side, state % side
    ahead = np.stack([np.maximum(row - 1, 0) * side + column, np.minimum(row + 1, side - 1) * side + column,
                      row * side + np.maximum(column - 1, 0), row * side + np.minimum(column + 1, side - 1)], 1)
    ahead[-1] = side * side - 1
    return ahead, (ahead == side * side - 1).astype(np.float32)


def busy_seconds():
    """CPU seconds this machine has spent on all programs, stolen time included; 0 if the system does not report it."""
    try:
        with open("/proc/stat") as file:
            user, nice, system, _, _, irq, softirq, steal, *_ = map(int, file.readline().split()[1:])
    except OSError:
        return 0.0
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
