"""The updates in JAX: the entire update is one jitted function, with donated parameters and optimizer state."""

import os
from functools import partial
from itertools import cycle, product

import jax
import jax.numpy as jnp
from jax import lax

from trial_jax import Trial
from work import GAMMA

TITLE = "JAX jit"


def start(threads):
    seen = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if seen > threads:  # XLA sizes its pool by the CPUs it may use, which updates.py restricts
        raise RuntimeError(f"JAX would use {seen} CPUs instead of {threads}")
    return {"jax": jax.__version__}


def variants(work, k):
    """Every variant worth trying: (encoding, how the K targets run)."""
    if work.convs:
        inputs = ("nhwc",)
    else:
        inputs = ("one-hot", "lookup") if work.observation == "index" else ("dense",)
    if work.updates > 1:
        return [(form, "scan") for form in inputs]
    return list(product(inputs, ("unrolled",) if k == 1 else ("vmap", "unrolled")))


def tensors(work, seed):
    """[(w, b)] with convolutions HWIO, dense [in][out] and its columns in NHWC order."""
    _, flat = work.layers()
    made = []
    for i, (w, b) in enumerate(work.parameters(seed)):
        if w.ndim == 4:
            w = w.transpose(2, 3, 1, 0)
        else:
            if work.convs and i == len(work.convs):
                w = w.reshape(len(w), *flat).transpose(0, 2, 3, 1).reshape(len(w), -1)
            w = w.T
        made.append((jnp.array(w), jnp.array(b)))
    return made


def observe(work, form, stored):
    if work.observation == "pixels":
        return stored.astype(jnp.float32) * (1 / 255)
    if work.observation == "planes":
        return stored.astype(jnp.float32)
    if work.observation == "index" and form == "one-hot":
        return jax.nn.one_hot(stored, work.shape[0])
    return stored


def forward(work, form, p, x):
    for i, (w, b) in enumerate(p):
        if i < len(work.convs):
            stride = work.convs[i][2]
            x = lax.conv_general_dilated(x, w, (stride, stride), "VALID",
                                         dimension_numbers=("NHWC", "HWIO", "NHWC")) + b
        elif i == 0 and form == "lookup":
            x = w[x] + b
        else:
            x = x.reshape(len(x), -1) @ w + b
        if i < len(p) - 1:
            x = jax.nn.relu(x)
    return x


def adam(p, g, state):
    step, m, v = state
    step = step + 1
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    rate = 1e-3 / (1 - 0.9 ** step)
    root = jnp.sqrt(1 - 0.999 ** step)
    return jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) / root + 1e-8), p, m, v), (step, m, v)


def rmsprop(p, g, state):
    """Centred, epsilon inside the root."""
    step, mean, square = state
    mean = jax.tree.map(lambda m, g: 0.95 * m + 0.05 * g, mean, g)
    square = jax.tree.map(lambda v, g: 0.95 * v + 0.05 * g * g, square, g)
    moved = jax.tree.map(lambda p, g, m, v: p - 2.5e-4 * g / jnp.sqrt(v - m * m + 0.01), p, g, mean, square)
    return moved, (step, mean, square)


class Update:
    def __init__(self, work, k, variant):
        form, targets = variant
        self.online = tensors(work, 1)
        zeros = lambda: jax.tree.map(jnp.zeros_like, self.online)
        self.state = (jnp.float32(0), zeros(), zeros())
        frozen = [tensors(work, 100 + i) for i in range(k)]
        if targets == "vmap":
            self.frozen = jax.tree.map(lambda *ps: jnp.stack(ps), *frozen)
        else:
            self.frozen = frozen
        self.batches = cycle([tuple(jnp.array(part) for part in batch) for batch in work.batches()])

        def mean_target(frozen, x):
            if targets == "vmap":
                return jax.vmap(partial(forward, work, form), in_axes=(0, None))(frozen, x).mean(0)
            return sum(forward(work, form, p, x) for p in frozen) / k

        def loss(p, frozen, batch):
            s, a, r, terminated, s2 = batch
            y = r + GAMMA * (1 - terminated) * mean_target(frozen, observe(work, form, s2)).max(1)
            q = forward(work, form, p, observe(work, form, s))
            d = jnp.take_along_axis(q, a[:, None], 1)[:, 0] - lax.stop_gradient(y)
            if work.loss == "huber":
                size = jnp.abs(d)
                each = jnp.where(size < 1, 0.5 * d * d, size - 0.5)
            else:
                each = d * d
            return each.sum() if work.reduction == "sum" else each.mean()

        def update(p, state, frozen, batch):
            g = jax.grad(loss)(p, frozen, batch)
            return (adam if work.optimizer == "adam" else rmsprop)(p, g, state)

        self.value_and_grad = jax.jit(jax.value_and_grad(loss))
        self.update = jax.jit(update, donate_argnums=(0, 1))

    def __call__(self):
        self.online, self.state = self.update(self.online, self.state, self.frozen, next(self.batches))
        jax.block_until_ready(self.online)

    def first(self):
        """The loss and the norm of each gradient at the initial parameters, first batch."""
        loss, g = self.value_and_grad(self.online, self.frozen, next(self.batches))
        return [float(loss)] + [float(jnp.linalg.norm(x.ravel())) for x in jax.tree.leaves(g)]


def build(work, k, variant):
    if work.updates > 1:
        form = variant[0]
        return Trial(work, k, partial(tensors, work), lambda p, s: forward(work, form, p, observe(work, form, s)), adam)
    return Update(work, k, variant)
