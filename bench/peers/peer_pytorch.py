"""The updates in PyTorch eager: functional forward passes over leaf tensors, a torch.optim optimizer."""

from itertools import cycle, product

import torch
import torch.nn.functional as F

from trial_pytorch import Trial
from work import GAMMA

TITLE = "PyTorch eager"
THREADS = [1]            # set by start(); a trial may use fewer


def start(threads):
    # Before any pool thread starts, so that all inherit it. XLA flushes denormals by itself.
    torch.set_flush_denormal(True)
    THREADS[0] = threads
    torch.set_num_threads(threads)
    return {"torch": torch.__version__.split("+")[0]}


def variants(work, k):
    """The way most people write it: the default layout, one-hot input, a loop over the K networks, the default optimizer."""
    ways = all_ways(work, k)
    return [way for way in ways if way[:2] == ways[0][:2]] if work.updates > 1 else ways[:1]


def all_ways(work, k):
    """Every variant worth trying: (layout or encoding, how the K targets run, optimizer implementation).

    For a trial: (encoding, optimizer implementation, threads), since such a small network may be faster on one thread.
    """
    if work.updates > 1:
        threads = [f"{n} thread{'s' * (n > 1)}" for n in range(1, THREADS[0] + 1)]
        return list(product(("one-hot", "embedding"), ("default", "foreach", "fused"), threads))
    if work.convs:
        inputs = ("contiguous", "channels_last")
    elif work.observation == "index":
        inputs = ("one-hot", "embedding")
    else:
        inputs = ("dense",)
    targets = ("loop",) if k == 1 else ("loop", "vmap", "grouped")
    optimizers = ("default", "foreach", "fused") if work.optimizer == "adam" else ("default", "foreach")
    return list(product(inputs, targets, optimizers))


class Net:
    """Forward passes of one work item in one layout; parameters are flat tuples (w1, b1, w2, b2, ...)."""

    def __init__(self, work, form):
        self.work, self.form = work, form
        self.nhwc = form == "channels_last"

    def tensors(self, seed):
        _, flat = self.work.layers()
        made = []
        for i, (w, b) in enumerate(self.work.parameters(seed)):
            w, b = torch.from_numpy(w), torch.from_numpy(b)
            if w.dim() == 4 and self.nhwc:
                w = w.contiguous(memory_format=torch.channels_last)
            if self.nhwc and i == len(self.work.convs):  # the columns in the order that channels_last flattens to
                w = w.view(len(w), *flat).permute(0, 2, 3, 1).reshape(len(w), -1)
            if self.form == "embedding" and i == 0:
                w = w.t().contiguous()
            made += [w, b]
        return tuple(made)

    def observe(self, stored):
        """Converts the contents of the replay buffer to the input of the first layer, which is part of the update."""
        kind = self.work.observation
        if kind == "pixels":
            x = stored.float().mul_(1 / 255)
            return x.contiguous(memory_format=torch.channels_last) if self.nhwc else x  # once, not in each of K networks
        if kind == "planes":
            return stored.float()
        if kind == "index" and self.form == "one-hot":
            return F.one_hot(stored, self.work.shape[0]).float()
        return stored

    def store(self, array):
        """A batch of observations in memory, in the best layout for this form."""
        stored = torch.from_numpy(array)
        if stored.dim() == 4:
            stored = stored.permute(0, 3, 1, 2)
            return stored if self.nhwc else stored.contiguous()
        return stored.long() if self.work.observation == "index" else stored

    def forward(self, p, x):
        last = len(p) // 2 - 1
        for i in range(last + 1):
            w, b = p[2 * i], p[2 * i + 1]
            if i < len(self.work.convs):
                x = F.conv2d(x, w, b, stride=self.work.convs[i][2])
            elif i == 0 and self.form == "embedding":
                x = F.embedding(x, w) + b
            else:
                if x.dim() == 4:
                    x = (x.permute(0, 2, 3, 1) if self.nhwc else x).flatten(1)
                x = F.linear(x, w, b)
            if i < last:
                x = F.relu(x)
        return x

    def stack_grouped(self, nets):
        """K parameter sets as the weights of one network with K groups."""
        stacked = []
        for i in range(len(nets[0]) // 2):
            ws, bs = [n[2 * i] for n in nets], [n[2 * i + 1] for n in nets]
            if i < len(self.work.convs):
                w = torch.cat(ws)
                if self.nhwc:
                    w = w.contiguous(memory_format=torch.channels_last)
                stacked += [w, torch.cat(bs)]
            elif i == 0:  # all K read the same input: one product with K times the columns
                stacked += [torch.cat(ws, 1 if self.form == "embedding" else 0), torch.cat(bs)]
            else:
                stacked += [torch.stack(ws).transpose(1, 2), torch.stack(bs).unsqueeze(1)]
        return tuple(stacked)

    def write_grouped(self, stacked, i, net):
        """Replaces the i-th network in a network with convolutions."""
        for j, p in enumerate(net):
            if j // 2 < len(self.work.convs):
                stacked[j][i * len(p):(i + 1) * len(p)].copy_(p)
            else:
                stacked[j][i].copy_(p.t() if p.dim() == 2 else p)

    def forward_grouped(self, k, p, x):
        last = len(p) // 2 - 1
        for i in range(last + 1):
            w, b = p[2 * i], p[2 * i + 1]
            if i < len(self.work.convs):
                x = F.conv2d(x, w, b, stride=self.work.convs[i][2], groups=1 if i == 0 else k)
            elif i == 0:
                x = F.embedding(x, w) + b if self.form == "embedding" else F.linear(x, w, b)
            else:
                if x.dim() == 4:
                    n, _, h, v = x.shape
                    if self.nhwc:
                        x = x.permute(0, 2, 3, 1).reshape(n, h, v, k, -1).permute(3, 0, 1, 2, 4).flatten(2)
                    else:
                        x = x.view(n, k, -1).transpose(0, 1)
                elif x.dim() == 2:
                    x = x.view(len(x), k, -1).transpose(0, 1)
                x = torch.baddbmm(b, x, w)
            if i < last:
                x = F.relu_(x)
        return x


class Update:
    def __init__(self, work, k, variant):
        form, targets, optimizer = variant
        net = Net(work, form)
        self.work, self.net = work, net
        self.online = [p.clone().requires_grad_() for p in net.tensors(1)]
        self.targets = targets
        self.freeze([net.tensors(100 + i) for i in range(k)])
        how = {} if optimizer == "default" else {optimizer: True}
        if work.optimizer == "adam":
            self.optimizer = torch.optim.Adam(self.online, lr=1e-3, **how)
        else:
            self.optimizer = torch.optim.RMSprop(self.online, lr=2.5e-4, alpha=0.95, eps=0.01, centered=True, **how)
        self.batches = cycle([(net.store(s), torch.from_numpy(a).long().unsqueeze(1), torch.from_numpy(r),
                               torch.from_numpy(t), net.store(s2)) for s, a, r, t, s2 in work.batches()])

    def freeze(self, nets):
        """Makes the mean of these K networks the target from now on."""
        net, k = self.net, len(nets)
        self.frozen, self.stacked = nets, ()
        if self.targets == "loop" and k == 1:
            self.mean_target = lambda x: net.forward(nets[0], x)
        elif self.targets == "loop":
            self.mean_target = lambda x: torch.stack([net.forward(p, x) for p in nets]).mean(0)
        elif self.targets == "vmap":
            self.stacked = stacked = tuple(torch.stack(ps) for ps in zip(*nets))
            all_nets = torch.func.vmap(net.forward, in_dims=(0, None))
            self.mean_target = lambda x: all_nets(stacked, x).mean(0)
        else:
            self.stacked = grouped = net.stack_grouped(nets)
            self.mean_target = lambda x: net.forward_grouped(k, grouped, x).mean(0)

    @torch.no_grad()
    def renew(self, i):
        """Replaces the i-th frozen network with the online network, like freeze but without copying the others."""
        if self.targets == "grouped":
            self.net.write_grouped(self.stacked, i, self.online)
        else:
            for to, p in zip([s[i] for s in self.stacked] or self.frozen[i], self.online):
                to.copy_(p)

    def loss(self):
        s, a, r, terminated, s2 = next(self.batches)
        with torch.no_grad():
            best = self.mean_target(self.net.observe(s2)).amax(1)
            y = r + GAMMA * (1 - terminated) * best
        q = self.net.forward(self.online, self.net.observe(s)).gather(1, a).squeeze(1)
        rule = F.huber_loss if self.work.loss == "huber" else F.mse_loss
        return rule(q, y, reduction=self.work.reduction)

    def __call__(self):
        self.optimizer.zero_grad()
        self.loss().backward()
        self.optimizer.step()

    def first(self):
        """The loss and the norm of each gradient at the initial parameters, first batch."""
        loss = self.loss()
        loss.backward()
        return [loss.item()] + [p.grad.norm().item() for p in self.online]


def build(work, k, variant):
    if work.updates > 1:
        return Trial(work, k, variant, Net(work, variant[0]))
    torch.set_num_threads(THREADS[0])
    return Update(work, k, variant)
