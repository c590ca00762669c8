"""Times the learning update of MinAtar's network for many runs at once on one GPU, in JAX and in PyTorch, beside
Evenkeel's complete training step, in turns.

The update is that of docs/performance.md: K target passes on s', their mean, the largest value, the online pass on s,
Huber loss, backward pass, centred RMSProp. JAX compiles the entire update, vmapped over the runs, with donated buffers,
and both forms of the convolution are tried. PyTorch computes batched products in a CUDA graph, twenty updates in one
graph. Both may use TF32 products, their default or fastest choice. Eight batches in turn are in GPU memory, as bytes.
There is no replay buffer, no acting and no game in the peers' time; in Evenkeel's there is all of it.
"""

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import time

BATCH, SIDE, CHANNELS, FILTERS, HIDDEN, ACTIONS = 32, 10, 4, 16, 128, 6
PATCH, PIXELS = 9 * CHANNELS, 64
RATE, ALPHA, EPSILON, DISCOUNT = 0.001953, 0.95, 0.01, 0.99
UPDATES = 24
BATCHES = 8  # different ones, so that no compiler can compute targets once for several updates


def numbers(runs, seed=1):
    """Parameters and batches, the same for both peers."""
    import numpy

    random = numpy.random.default_rng(seed)

    def uniform(*shape, fan):
        return random.uniform(-(fan**-0.5), fan**-0.5, (runs,) + shape).astype("float32")

    theta = {
        "conv": uniform(PATCH, FILTERS, fan=PATCH),
        "conv_bias": uniform(FILTERS, fan=PATCH),
        "dense": uniform(PIXELS * FILTERS, HIDDEN, fan=PIXELS * FILTERS),
        "dense_bias": uniform(HIDDEN, fan=PIXELS * FILTERS),
        "out": uniform(HIDDEN, ACTIONS, fan=HIDDEN),
        "out_bias": uniform(ACTIONS, fan=HIDDEN),
    }
    frames = (random.random((2, BATCHES, runs, BATCH, SIDE, SIDE, CHANNELS)) < 0.1).astype("uint8")
    actions = random.integers(0, ACTIONS, (BATCHES, runs, BATCH)).astype("int32")
    rewards = (random.random((BATCHES, runs, BATCH)) < 0.1).astype("float32")
    return theta, frames, actions, rewards


def patches_at():
    """For each pixel and each weight of a filter, the cell of the frame."""
    import numpy

    y, x = numpy.divmod(numpy.arange(PIXELS), 8)
    ky, kx, c = numpy.unravel_index(numpy.arange(PATCH), (3, 3, CHANNELS))
    return ((y[:, None] + ky) * SIDE + x[:, None] + kx) * CHANNELS + c


def jax_seconds(runs, k, rounds, form):
    """Seconds of one update of all runs in JAX, and the first loss."""
    import jax
    import jax.numpy as jnp
    import numpy

    theta, frames, actions, rewards = numbers(runs)
    at = patches_at()

    def values(p, s):
        x = s.astype(jnp.float32)
        if form == "gather":
            x = x.reshape(BATCH, -1)[:, at] @ p["conv"]
        else:
            kernel = p["conv"].reshape(3, 3, CHANNELS, FILTERS)
            x = jax.lax.conv_general_dilated(x, kernel, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = x.reshape(BATCH, PIXELS, FILTERS)
        x = jax.nn.relu(x + p["conv_bias"]).reshape(BATCH, -1)
        x = jax.nn.relu(x @ p["dense"] + p["dense_bias"])
        return x @ p["out"] + p["out_bias"]

    def loss(p, s, a, y):
        d = jnp.take_along_axis(values(p, s), a[:, None], 1)[:, 0] - y
        return jnp.mean(jnp.where(jnp.abs(d) <= 1, d * d / 2, jnp.abs(d) - 0.5))

    def update(p, square, mean, snapshots, s, s2, a, r):
        q = jnp.mean(jax.vmap(values, (0, None))(snapshots, s2), 0)
        error, g = jax.value_and_grad(loss)(p, s, a, r + DISCOUNT * jnp.max(q, 1))
        square = jax.tree.map(lambda v, d: ALPHA * v + (1 - ALPHA) * d * d, square, g)
        mean = jax.tree.map(lambda m, d: ALPHA * m + (1 - ALPHA) * d, mean, g)
        step = lambda w, d, v, m: w - RATE * d / (jnp.sqrt(jnp.maximum(0, v - m * m)) + EPSILON)
        return jax.tree.map(step, p, g, square, mean), square, mean, error

    @functools.partial(jax.jit, donate_argnums=(0, 1, 2))
    def many(p, square, mean, snapshots, s, s2, a, r):
        def one(i, state):
            batch = (jax.lax.dynamic_index_in_dim(x, i % BATCHES, keepdims=False) for x in (s, s2, a, r))
            return jax.vmap(update)(*state[:3], snapshots, *batch)

        errors = jnp.zeros(runs)
        return jax.lax.fori_loop(0, UPDATES, one, (p, square, mean, errors))

    put = jax.device_put
    p = {name: put(value) for name, value in theta.items()}
    snapshots = {name: put(numpy.stack([value] * k, 1)) for name, value in theta.items()}
    state = (p, jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.zeros_like, p))
    batch = (put(frames[0]), put(frames[1]), put(actions), put(rewards))
    first = jax.vmap(update)(*state, snapshots, *(x[0] for x in batch))[3]
    first = float(jnp.mean(first))
    best = float("inf")
    for _ in range(rounds + 1):
        start = time.perf_counter()
        *state, _ = jax.block_until_ready(many(*state, snapshots, *batch))
        best = min(best, (time.perf_counter() - start) / UPDATES)
    return best, first


def torch_seconds(runs, k, rounds):
    """Seconds of one update of all runs in PyTorch, and the first loss."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = True
    theta, frames, actions, rewards = numbers(runs)
    gpu = lambda array: torch.from_numpy(array).cuda()
    at = gpu(patches_at().reshape(-1))
    p = {name: gpu(value) for name, value in theta.items()}
    snapshots = {name: value.repeat_interleave(k, 0) for name, value in p.items()}
    square = {name: torch.zeros_like(value) for name, value in p.items()}
    mean = {name: torch.zeros_like(value) for name, value in p.items()}
    states, next_states = (gpu(f).reshape(BATCHES, runs, BATCH, -1) for f in frames)
    all_actions, all_rewards = gpu(actions).long(), gpu(rewards)

    def forward(p, s, sets):
        x = s.index_select(2, at).float().reshape(sets, BATCH * PIXELS, PATCH)
        x = torch.baddbmm(p["conv_bias"].unsqueeze(1), x, p["conv"]).relu().reshape(sets, BATCH, -1)
        h = torch.baddbmm(p["dense_bias"].unsqueeze(1), x, p["dense"]).relu()
        return torch.baddbmm(p["out_bias"].unsqueeze(1), h, p["out"])

    for value in p.values():
        value.requires_grad_()
    error = torch.zeros((), device="cuda")

    def update(i):
        s, s2, a, r = states[i], next_states[i], all_actions[i], all_rewards[i]
        with torch.no_grad():
            q = forward(snapshots, s2.repeat_interleave(k, 0), runs * k).reshape(runs, k, BATCH, ACTIONS).mean(1)
            y = r + DISCOUNT * q.amax(2)
        d = forward(p, s, runs).gather(2, a.unsqueeze(2)).squeeze(2) - y
        size = d.abs()
        loss = torch.where(size <= 1, d * d / 2, size - 0.5).mean(1)
        grads = torch.autograd.grad(loss.sum(), list(p.values()))
        error.copy_(loss.detach().mean())
        with torch.no_grad():
            for (name, w), g in zip(p.items(), grads):
                square[name].mul_(ALPHA).addcmul_(g, g, value=1 - ALPHA)
                mean[name].mul_(ALPHA).add_(g, alpha=1 - ALPHA)
                v = torch.addcmul(square[name], mean[name], mean[name], value=-1).clamp_(min=0).sqrt_().add_(EPSILON)
                w.addcdiv_(g, v, value=-RATE)

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        update(0)
        first = float(error)
        update(1)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(UPDATES):
            update(i % BATCHES)
    best = float("inf")
    for _ in range(rounds + 1):
        torch.cuda.synchronize()
        start = time.perf_counter()
        graph.replay()
        torch.cuda.synchronize()
        best = min(best, (time.perf_counter() - start) / UPDATES)
    return best, first


def evenkeel_micros(command, runs, k):
    """Microseconds of a complete training step of one run in Evenkeel, the best of its rounds."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "rows.json")
        options = ["bench", "--device", "cuda", "--runs", str(runs), "--k", str(k), "--json", file]
        subprocess.run(command + options, check=True, stdout=subprocess.DEVNULL)
        with open(file) as rows:
            row = next(row for row in json.load(rows)["rows"] if row["gpu"])
    return min(row["microsOfRounds"])


def peer(name, runs, k, rounds):
    """Runs one peer in a process of its own, so that it has the GPU's memory to itself."""
    call = [sys.executable, __file__, "--peer", name, "--runs", str(runs), "--k", str(k), "--rounds", str(rounds)]
    done = subprocess.run(call, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, nargs="+", default=[128, 264], help="runs at once (default: 128 264)")
    parser.add_argument("--k", type=int, nargs="+", default=[1, 10], help="target networks (default: 1 10)")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each, of which the best counts (default: 5)")
    parser.add_argument("--evenkeel", default="./evenkeel", help="the command that measures Evenkeel (default: ./evenkeel)")
    parser.add_argument("--peer", choices=["jax-conv", "jax-gather", "torch"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.peer:
        runs, k = given.runs[0], given.k[0]
        if given.peer == "torch":
            seconds, loss = torch_seconds(runs, k, given.rounds)
        else:
            seconds, loss = jax_seconds(runs, k, given.rounds, given.peer[4:])
        print(json.dumps({"us": 1e6 * seconds / runs, "loss": loss}))
        return
    print("us of one run, the best of %d turns" % given.rounds)
    print("| runs | K | Evenkeel, complete step | JAX, update | PyTorch, update | JAX / Evenkeel |")
    print("|---|---|---|---|---|---|")
    for runs in given.runs:
        for k in given.k:
            found = {name: peer(name, runs, k, given.rounds) for name in ["jax-conv", "jax-gather", "torch"]}
            own = evenkeel_micros([given.evenkeel], runs, k)
            losses = [f["loss"] for f in found.values() if f]
            if losses and max(losses) - min(losses) > 0.01 * max(losses):
                sys.exit("the peers disagree on the first loss: %s" % found)
            jax = [found[n]["us"] for n in ["jax-conv", "jax-gather"] if found[n]]
            cells = ["%.2f" % min(jax) if jax else "failed", "%.2f" % found["torch"]["us"] if found["torch"] else "failed"]
            ratio = "%.1f" % (min(jax) / own) if jax else ""
            print("| %d | %d | %.2f | %s | %s | %s |" % (runs, k, own, *cells, ratio), flush=True)


if __name__ == "__main__":
    main()
