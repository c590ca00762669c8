"""The Gridworld trial in PyTorch eager: an iteration is targets for all pairs, 100 updates, a snapshot's values of all states."""

import torch
import torch.nn.functional as F

from work import TRIAL_GAMMA, grid


class Trial:
    """Keeps snapshots as tables of their values, as Evenkeel does; all minibatches of an iteration are drawn in one call."""

    def __init__(self, work, k, variant, net):
        _, optimizer, threads = variant
        self.work, self.net, self.threads = work, net, int(threads.split()[0])
        self.online = [p.clone().requires_grad_() for p in net.tensors(1)]
        self.states = torch.arange(work.shape[0])
        ahead, reward = grid()
        self.ahead, self.reward = torch.from_numpy(ahead), torch.from_numpy(reward)
        with torch.no_grad():
            self.tables = [self.table(net.tensors(100 + i)) for i in range(k)]
        how = {} if optimizer == "default" else {optimizer: True}
        self.optimizer = torch.optim.Adam(self.online, lr=1e-3, **how)

    def table(self, parameters):
        return self.net.forward(parameters, self.net.observe(self.states))

    def targets(self):
        """The target y of every state-action pair, in order."""
        combined = self.tables[0] if len(self.tables) == 1 else torch.stack(self.tables).mean(0)
        return (self.reward + TRIAL_GAMMA * combined.amax(1)[self.ahead]).flatten()

    def loss(self, pair, y):
        states = torch.div(pair, self.work.actions, rounding_mode="floor")
        q = self.net.forward(self.online, self.net.observe(states))
        return F.mse_loss(q.gather(1, (pair % self.work.actions).unsqueeze(1)).squeeze(1), y[pair])

    def __call__(self):
        torch.set_num_threads(self.threads)
        with torch.no_grad():
            y = self.targets()
        for pair in torch.randint(len(y), (self.work.updates, self.work.batch)).unbind():
            self.optimizer.zero_grad()
            self.loss(pair, y).backward()
            self.optimizer.step()
        with torch.no_grad():
            self.tables = [self.table(self.online), *self.tables[:-1]]

    def first(self):
        """The loss and the norm of each gradient at the initial parameters, on a fixed minibatch."""
        s, a, *_ = self.work.batches()[0]
        loss = self.loss(torch.from_numpy(s).long() * self.work.actions + torch.from_numpy(a).long(), self.targets())
        loss.backward()
        return [loss.item()] + [p.grad.norm().item() for p in self.online]
