"""Data sets for PyTorch, which is loaded when somebody asks for it and needed by nothing else."""

import warnings
from typing import TYPE_CHECKING, Any

from yomikiri.core.errors import InputError

if TYPE_CHECKING:
    from yomikiri.datasets.dataset import Dataset


def torch_dataset(dataset: "Dataset", target: str) -> Any:
    """Pairs of a code, a row of bytes, and a target, in tensors that share the memory of the data set.

    Where some targets are not known, the rows that have one are copied.
    """
    try:
        import torch
        from torch.utils import data
    except ModuleNotFoundError:
        raise InputError("tensors need the package torch: expected it to be installed") from None
    codes, targets = dataset.codes, dataset.array(target)
    known = targets >= 0
    if not known.all():
        codes, targets = codes[known], targets[known]

    with warnings.catch_warnings():
        # The arrays are read-only, which tensors cannot be; nobody writes to a data set.
        warnings.simplefilter("ignore", UserWarning)
        tensors = torch.from_numpy(codes), torch.from_numpy(targets)

    class Positions(data.Dataset):  # type: ignore[misc]
        """Codes and targets of the positions of a data set."""

        codes, targets = tensors

        def __len__(self) -> int:
            return len(self.targets)

        def __getitem__(self, index: Any) -> tuple[Any, Any]:
            return self.codes[index], self.targets[index]

    return Positions()
