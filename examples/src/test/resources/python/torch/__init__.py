"""The part of PyTorch that docs/policy.md uses, in plain Python, for machines without PyTorch: numbers only."""
from . import nn


class Tensor:
    def __init__(self, values):
        self.values = values

    def tolist(self):
        return self.values

    def mean(self, dim):
        assert dim == 0, "only the mean over the first dimension is here"
        sets = self.values
        return Tensor([[sum(column) / len(sets) for column in zip(*rows)] for rows in zip(*sets)])

    def argmax(self):
        flat = [value for row in self.values for value in row]
        return Tensor(flat.index(max(flat)))

    def item(self):
        return self.values

    def __repr__(self):
        return f"tensor({self.values})"


def tensor(values):
    return Tensor(values)


def stack(tensors):
    return Tensor([each.values for each in tensors])
