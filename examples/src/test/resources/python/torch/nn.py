"""Layers, with the arguments, names and shapes of PyTorch's."""


class Module:
    names = ()

    def load(self, tensors):
        if set(tensors) != set(self.names):
            raise RuntimeError(f"{type(self).__name__} needs {self.names}, was given {sorted(tensors)}")
        self.tensors = tensors


class LazyLinear(Module):
    names = ("weight", "bias")

    def __init__(self, out_features):
        self.out_features = out_features

    def __call__(self, rows):
        weight, bias = self.tensors["weight"], self.tensors["bias"]
        if len(weight) != self.out_features or len(weight[0]) != len(rows[0]):
            raise RuntimeError(f"weight is {len(weight)} x {len(weight[0])}, but {self.out_features} x {len(rows[0])} was expected")
        return [[sum(w * x for w, x in zip(ws, row)) + b for ws, b in zip(weight, bias)] for row in rows]


class ReLU(Module):
    def __call__(self, rows):
        return [[max(0.0, x) for x in row] for row in rows]


class Flatten(Module):
    def __call__(self, rows):
        return rows


class Sequential:
    def __init__(self):
        self.modules = {}

    def add_module(self, name, module):
        self.modules[name] = module

    def load_state_dict(self, tensors):
        for name, module in self.modules.items():
            own = {k[len(name) + 1:]: v.tolist() for k, v in tensors.items() if k.startswith(name + ".")}
            module.load(own)
        unexpected = [k for k in tensors if k.rpartition(".")[0] not in self.modules]
        if unexpected:
            raise RuntimeError(f"unexpected tensors: {unexpected}")

    def __call__(self, x):
        from . import Tensor

        rows = x.tolist()
        for module in self.modules.values():
            rows = module(rows)
        return Tensor(rows)
