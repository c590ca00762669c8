"""Atari's Breakout in ale-py, and DQN and Averaged-DQN on it in PyTorch. A training run continues from turn to turn.

The update is that of peer_pytorch.py. The replay buffer keeps every frame once and assembles stacks of four when they are drawn.
"""

import importlib.metadata
import random
import time
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import peer_pytorch
import peer_tuned
import torch
import worker
from ale_py import ALEInterface, LoggerMode, roms
from settings import ATARI
from work import WORKS

TITLE = "PyTorch"
CHUNK = 20            # steps between two readings of the clock
SIDE = 84
STACK = 4
NOOPS = (4, 29)       # no-op frames at the start of an episode, as the authors use
LONGEST = 18_000      # maximum steps of an episode
NATURE = replace(WORKS["nature"], actions=4)   # the minimal set of Breakout
VIEWS = {"averaged": (True, 4), "maximum": (False, 4), "longer": (False, 8)}   # whether ALE averages colours, frames per step


def start(threads):
    ALEInterface.setLoggerMode(LoggerMode.Error)
    cv2.setNumThreads(1)  # such a small image is not faster with more
    return {**peer_pytorch.start(threads), "ale": importlib.metadata.version("ale-py"),
            "opencv": importlib.metadata.version("opencv-python-headless")}


class Breakout:
    """The game as the agent sees it: an action is held for several frames, and the last two become a gray 84 x 84 image.

    The emulator's colour averaging takes longer than the emulation itself, because it is done for every frame. The maximum
    of two frames is Gymnasium's way, and faster.
    """

    def __init__(self, view):
        averaged, self.frames = VIEWS[view]
        self.maximum = not averaged
        self.ale = ALEInterface()
        self.ale.setInt("random_seed", 1)
        self.ale.setFloat("repeat_action_probability", 0.0)
        self.ale.setBool("color_averaging", averaged)
        self.ale.loadROM(roms.get_rom_path("breakout"))
        self.actions = [action.value for action in self.ale.getMinimalActionSet()]
        self.newer, self.older = (np.empty(self.ale.getScreenDims(), np.uint8) for _ in range(2))
        self.stack = np.zeros((STACK, SIDE, SIDE), np.uint8)
        self.reset()

    def press(self, action, frames):
        """Plays that many frames and returns the sum of their rewards."""
        reward = 0
        for _ in range(frames - 1):
            reward += self.ale.act(action)
        if self.maximum:
            self.ale.getScreenGrayscale(self.older)
        return reward + self.ale.act(action)

    def look(self, picture):
        self.ale.getScreenGrayscale(self.newer)
        if self.maximum:
            np.maximum(self.newer, self.older, out=self.newer)
        cv2.resize(self.newer, (SIDE, SIDE), dst=picture, interpolation=cv2.INTER_LINEAR)

    def reset(self):
        self.ale.reset_game()
        frames, self.steps = random.randint(*NOOPS), 0
        for picture in self.stack:  # the last four, in order
            self.press(0, max(1, frames - STACK + 1))
            self.look(picture)
            frames = 1
        self.lives = self.ale.lives()

    def step(self, index):
        """Returns (reward, whether a life was lost or the game is over, whether the game is over)."""
        reward = self.press(self.actions[index], self.frames)
        self.stack[:-1] = self.stack[1:]
        self.look(self.stack[-1])
        self.steps += 1
        over = self.ale.game_over() or self.steps >= LONGEST
        before, self.lives = self.lives, self.ale.lives()
        return reward, over or self.lives < before, over


class Memory:
    """A replay buffer of the newest steps: for each, the newest frame, the action and its outcome."""

    AROUND = np.arange(1 - STACK, 2)  # the frames of a state, and the next one

    def __init__(self):
        self.added = 0
        self.frames = np.zeros((ATARI.capacity, SIDE, SIDE), np.uint8)
        self.actions = np.zeros(ATARI.capacity, np.int64)
        self.rewards, self.ends = (np.zeros(ATARI.capacity, np.float32) for _ in range(2))
        self.over = np.zeros(ATARI.capacity, bool)
        self.random = np.random.default_rng(1)

    def add(self, frame, action, reward, ended, over):
        at = self.added % ATARI.capacity
        self.frames[at] = frame
        self.actions[at], self.rewards[at], self.ends[at], self.over[at] = action, reward, ended, over
        self.added += 1

    def draw(self, count):
        """Draws steps, of which the oldest possible one is 3, so that all their frames exist."""
        oldest = max(0, self.added - ATARI.capacity)
        return self.random.integers(oldest + STACK - 1, self.added - 1, count)

    def __next__(self):
        drawn = self.draw(ATARI.batch)
        while True:  # all frames of a state are from one episode; the frame after an end is never used
            places = (drawn[:, None] + self.AROUND) % ATARI.capacity
            torn = self.over[places[:, :STACK - 1]].any(1)
            if not torn.any():
                break
            drawn[torn] = self.draw(torn.sum())
        frames, at = torch.from_numpy(self.frames[places]), places[:, STACK - 1]
        return (frames[:, :STACK], torch.from_numpy(self.actions[at]).unsqueeze(1), torch.from_numpy(self.rewards[at]),
                torch.from_numpy(self.ends[at]), frames[:, 1:])


class Play:
    """A game and its replay buffer, full from the start."""

    def __init__(self):
        self.game, self.memory = Breakout("maximum"), Memory()
        for _ in range(ATARI.capacity):
            self.step(random.randrange(NATURE.actions))

    def step(self, action):
        frame = self.game.stack[-1].copy()
        reward, ended, over = self.game.step(action)
        self.memory.add(frame, action, (reward > 0) - (reward < 0), ended, over)
        if over:
            self.game.reset()



class Training(peer_pytorch.Update):
    def __init__(self, k, variant, play):
        super().__init__(NATURE, k, variant)
        self.freeze([tuple(p.detach().clone() for p in self.online) for _ in range(k)])
        self.play, self.batches = play, play.memory
        self.steps = self.updates = self.snapshots = 0

    def act(self):
        if random.random() < ATARI.epsilon:
            return random.randrange(NATURE.actions)
        with torch.inference_mode():
            return self.net.forward(self.online, self.net.observe(torch.from_numpy(self.play.game.stack[None]))).argmax().item()

    def step(self):
        self.play.step(self.act())
        self.steps += 1
        if self.steps % ATARI.update_period == 0:
            self()
            self.updates += 1
        if self.steps % ATARI.target_period == 0:
            self.renew(self.snapshots % len(self.frozen))  # a ring: the mean does not depend on their order
            self.snapshots += 1

    def run(self, seconds):
        """Trains for at least that many seconds and returns (steps, updates, seconds)."""
        steps, updates, begin = self.steps, self.updates, time.perf_counter()
        while True:
            for _ in range(CHUNK):
                self.step()
            took = time.perf_counter() - begin
            if took >= seconds:
                return self.steps - steps, self.updates - updates, took


class Worker:
    """Answers the requests that worker.py reads, in place of the worker for single updates."""

    def __init__(self, peer):
        self.games, self.trainings, self.shared = {}, {}, None

    def play(self, name, seconds):
        """Plays random actions, with the image at every step and a new episode at every end."""
        if name not in self.games:
            self.games[name] = Breakout(name)
        game = self.games[name]
        load, steps, begin = worker.Load(), 0, time.perf_counter()
        while True:
            for action in np.random.randint(len(game.actions), size=5 * CHUNK).tolist():
                if game.step(action)[2]:
                    game.reset()
            steps += 5 * CHUNK
            took = time.perf_counter() - begin
            if took >= seconds:
                return {"stepsPerSecond": steps / took, "steps": steps, **load.now()}

    def training(self, work, k, variant):
        """All training runs of this process share one game and one replay buffer: its speed does not depend on which of them filled it."""
        self.shared = self.shared or Play()
        return Training(k, variant, self.shared)

    def prepare(self, k, way, seconds):
        """Chooses the variant with the fastest updates from the buffer, or the default for 'eager', and warms up a training run with it."""
        load = worker.Load()
        if way == "tuned":
            peer = SimpleNamespace(variants=peer_tuned.variants, build=self.training)
            variant = tuple(worker.Worker(peer).prepare("nature", k, min(0.3, seconds))["variant"].split())
        else:
            variant = peer_pytorch.variants(NATURE, k)[0]
        self.trainings[k, way] = self.training(NATURE, k, variant)
        self.trainings[k, way].run(seconds)
        return {"variant": " ".join(variant), "parameters": sum(p.numel() for p in self.trainings[k, way].online),
                "coresOthersBusy": load.now()["coresOthersBusy"]}

    def measure(self, k, way, seconds):
        training = self.trainings[k, way]
        training.run(0.1)  # restores caches and clock speed after the others' turns
        load = worker.Load()
        steps, updates, took = training.run(seconds)
        return {"stepsPerSecond": steps / took, "steps": steps, "updatesPerStep": updates / steps, **load.now()}
