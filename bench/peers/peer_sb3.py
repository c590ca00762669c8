"""Stable-Baselines3's DQN on Gymnasium's CartPole-v1, as its users start it. Training continues from turn to turn."""

import time

import gymnasium
import stable_baselines3
import torch
from stable_baselines3 import DQN

from settings import EPSILON, LEARNING_STARTS, SETTINGS
from worker import Load

TITLE = "Stable-Baselines3"
CHUNK = 400  # steps between two readings of the clock


def start(threads):
    torch.set_flush_denormal(True)
    torch.set_num_threads(threads)
    return {"torch": torch.__version__.split("+")[0], "sb3": stable_baselines3.__version__, "gymnasium": gymnasium.__version__}


def model(setting):
    return DQN("MlpPolicy", "CartPole-v1", policy_kwargs={"net_arch": list(setting.hidden)}, batch_size=setting.batch,
               train_freq=setting.update_period, gradient_steps=1, target_update_interval=setting.target_period,
               buffer_size=setting.capacity, learning_starts=LEARNING_STARTS,
               exploration_initial_eps=EPSILON, exploration_final_eps=EPSILON, seed=1, device="cpu")


class Worker:
    """Answers the requests that worker.py reads, in place of the worker for single updates."""

    def __init__(self, peer):
        self.models = {}

    def train(self, name, seconds):
        """Trains for at least that many seconds and at least one chunk; returns (steps, updates, seconds)."""
        dqn = self.models[name]
        steps, updates, begin = dqn.num_timesteps, dqn._n_updates, time.perf_counter()
        while True:
            # log_interval=None: nothing is logged, since Evenkeel logs hardly anything in its turn.
            dqn.learn(CHUNK, reset_num_timesteps=False, log_interval=None)
            took = time.perf_counter() - begin
            if took >= seconds:
                return dqn.num_timesteps - steps, dqn._n_updates - updates, took

    def prepare(self, setting, seconds):
        self.models[setting] = model(SETTINGS[setting])
        load = Load()
        self.train(setting, seconds)
        return {"coresOthersBusy": load.now()["coresOthersBusy"]}

    def measure(self, setting, seconds):
        self.train(setting, 0.1)  # restores caches and clock speed after the others' turns
        load = Load()
        steps, updates, took = self.train(setting, seconds)
        return {"stepsPerSecond": steps / took, "steps": steps, "updatesPerStep": updates / steps, **load.now()}

    def drop(self):
        self.models.clear()
        return {}
