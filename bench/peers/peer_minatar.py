"""MinAtar's own environments, and DQN and Averaged-DQN on its Breakout in PyTorch. A training run continues from turn to turn.

A training run does the same as the example DQN of MinAtar's authors. The update is that of peer_pytorch.py. The replay buffer
consists of arrays, which are faster than the list of tensors in the authors' file.
"""

import importlib.metadata
import random
import time

import numpy as np
import peer_pytorch
import peer_tuned
import torch
import worker
from minatar import Environment
from settings import MINATAR
from work import WORKS

TITLE = "PyTorch"
CHUNK = 100          # steps between two readings of the clock
ACTIONS = 6


def start(threads):
    return {**peer_pytorch.start(threads), "minatar": importlib.metadata.version("MinAtar")}


def game(name):
    environment = Environment(name)
    environment.seed(1)
    environment.reset()
    return environment


class Memory:
    """A replay buffer of the newest transitions, with both observations in the form that the first layer of a network needs."""

    def __init__(self, net):
        shape = self.place(net, np.empty(WORKS["minatar"].shape)).shape
        self.net, self.added = net, 0
        self.states, self.ahead = (np.zeros((MINATAR.capacity, *shape), bool) for _ in range(2))
        self.actions = np.zeros(MINATAR.capacity, np.int64)
        self.rewards, self.ends = (np.zeros(MINATAR.capacity, np.float32) for _ in range(2))

    @staticmethod
    def place(net, state):
        return state if net.nhwc else state.transpose(2, 0, 1)

    def add(self, state, action, reward, ended, ahead):
        at = self.added % MINATAR.capacity
        self.states[at], self.ahead[at] = self.place(self.net, state), self.place(self.net, ahead)
        self.actions[at], self.rewards[at], self.ends[at] = action, reward, ended
        self.added += 1

    def batch(self, array):
        stored = torch.from_numpy(array)
        return stored.permute(0, 3, 1, 2) if self.net.nhwc else stored

    def __next__(self):
        drawn = np.random.randint(min(self.added, MINATAR.capacity), size=MINATAR.batch)
        return (self.batch(self.states[drawn]), torch.from_numpy(self.actions[drawn]).unsqueeze(1), torch.from_numpy(self.rewards[drawn]),
                torch.from_numpy(self.ends[drawn]), self.batch(self.ahead[drawn]))


class Training(peer_pytorch.Update):
    def __init__(self, k, variant):
        super().__init__(WORKS["minatar"], k, variant)
        self.freeze([self.copy() for _ in range(k)])
        self.memory = self.batches = Memory(self.net)
        self.environment = game("breakout")
        self.state = self.environment.state()
        self.updates = 0
        for _ in range(MINATAR.capacity):  # learning starts with a full replay buffer
            self.play(random.randrange(ACTIONS))

    def copy(self):
        return tuple(p.detach().clone() for p in self.online)

    def play(self, action):
        reward, ended = self.environment.act(action)
        ahead = self.environment.state()
        self.memory.add(self.state, action, reward, ended, ahead)
        if ended:
            self.environment.reset()
            ahead = self.environment.state()
        self.state = ahead

    def act(self):
        if random.random() < MINATAR.epsilon:
            return random.randrange(ACTIONS)
        with torch.no_grad():
            one = self.memory.batch(self.memory.place(self.net, self.state)[None])
            return self.net.forward(self.online, self.net.observe(one)).argmax().item()

    def step(self):
        self.play(self.act())
        self()
        self.updates += 1
        if self.updates % MINATAR.target_period == 0:
            self.freeze([*self.frozen[1:], self.copy()])

    def run(self, seconds):
        """Trains for at least that many seconds and returns (steps, updates, seconds)."""
        steps, updates, begin = 0, self.updates, time.perf_counter()
        while True:
            for _ in range(CHUNK):
                self.step()
            steps += CHUNK
            took = time.perf_counter() - begin
            if took >= seconds:
                return steps, self.updates - updates, took


class Worker:
    """Answers the requests that worker.py reads, in place of the worker for single updates."""

    def __init__(self, peer):
        self.games, self.trainings = {}, {}

    def play(self, name, seconds):
        """Plays random actions, with the observation at every step and a new episode at every end."""
        if name not in self.games:
            self.games[name] = game(name)
        environment = self.games[name]
        load, steps, begin = worker.Load(), 0, time.perf_counter()
        while True:
            for action in np.random.randint(ACTIONS, size=10 * CHUNK).tolist():
                _, ended = environment.act(action)
                environment.state()
                if ended:
                    environment.reset()
            steps += 10 * CHUNK
            took = time.perf_counter() - begin
            if took >= seconds:
                return {"stepsPerSecond": steps / took, "steps": steps, **load.now()}

    def prepare(self, k, way, seconds):
        """Chooses the variant with the fastest single updates, or the default for 'eager', and warms up a training run with it."""
        load = worker.Load()
        if way == "tuned":
            made = worker.Worker(peer_tuned).prepare("minatar", k, min(0.3, seconds))
            variant = tuple(made["variant"].split())
        else:
            variant = peer_pytorch.variants(WORKS["minatar"], k)[0]
        self.trainings[k, way] = Training(k, variant)
        self.trainings[k, way].run(seconds)
        return {"variant": " ".join(variant), "parameters": sum(p.numel() for p in self.trainings[k, way].online),
                "coresOthersBusy": load.now()["coresOthersBusy"]}

    def measure(self, k, way, seconds):
        training = self.trainings[k, way]
        training.run(0.1)  # restores caches and clock speed after the others' turns
        load = worker.Load()
        steps, updates, took = training.run(seconds)
        return {"stepsPerSecond": steps / took, "steps": steps, "updatesPerStep": updates / steps, **load.now()}
