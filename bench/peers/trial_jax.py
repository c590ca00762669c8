"""The Gridworld trial in JAX: an entire iteration (targets, 100 updates, a snapshot) is one jitted function."""

import jax
import jax.numpy as jnp
from jax import lax

from work import TRIAL_GAMMA, grid


class Trial:
    """`forward(parameters, states)` and `adam(parameters, gradients, state)` are the peer's."""

    def __init__(self, work, k, tensors, forward, adam):
        self.work = work
        ahead, reward = map(jnp.array, grid())
        states = jnp.arange(work.shape[0])
        self.online = tensors(1)
        zeros = lambda: jax.tree.map(jnp.zeros_like, self.online)
        self.state = (jnp.float32(0), zeros(), zeros())
        self.tables = jnp.stack([forward(tensors(100 + i), states) for i in range(k)])
        self.key = jax.random.key(7)

        def targets(tables):
            return (reward + TRIAL_GAMMA * tables.mean(0).max(1)[ahead]).ravel()

        def loss(p, pair, y):
            q = forward(p, pair // work.actions)
            d = jnp.take_along_axis(q, (pair % work.actions)[:, None], 1)[:, 0] - y[pair]
            return (d * d).mean()

        def iterate(p, state, tables, key):
            y = targets(tables)
            key, now = jax.random.split(key)

            def update(carry, pair):
                p, state = carry
                return adam(p, jax.grad(loss)(p, pair, y), state), None

            pairs = jax.random.randint(now, (work.updates, work.batch), 0, len(y))
            (p, state), _ = lax.scan(update, (p, state), pairs)
            return p, state, jnp.concatenate([forward(p, states)[None], tables[:-1]]), key

        self.targets = targets
        self.value_and_grad = jax.jit(jax.value_and_grad(loss))
        self.iterate = jax.jit(iterate, donate_argnums=(0, 1, 2))

    def __call__(self):
        self.online, self.state, self.tables, self.key = self.iterate(self.online, self.state, self.tables, self.key)
        jax.block_until_ready(self.online)

    def first(self):
        """The loss and the norm of each gradient at the initial parameters, on a fixed minibatch."""
        s, a, *_ = self.work.batches()[0]
        loss, g = self.value_and_grad(self.online, jnp.array(s) * self.work.actions + jnp.array(a), self.targets(self.tables))
        return [float(loss)] + [float(jnp.linalg.norm(x.ravel())) for x in jax.tree.leaves(g)]
