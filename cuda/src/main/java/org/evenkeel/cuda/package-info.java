/// Training on NVIDIA GPUs: [org.evenkeel.cuda.Gpu] is an [org.evenkeel.core.train.Accelerator].
///
/// From the outside in: a trainer has a seat on a `Gpu`. The `Conductor` collects what the seats ask for. The `Fleet`
/// has the runs of one GPU in an array and starts the kernels. `RunSettings`, `RunTransfer` and `RunTables` translate
/// between a run of the library and a run on the device (`RunField`, `RunMemory`). `CudaDriver` and `CudaContext` call
/// the NVIDIA driver through the Foreign Function API.
///
/// The kernels are CUDA sources in `src/main/cuda`. `make-ptx` compiles them to PTX, which is part of the jar and which
/// the driver compiles for its card. Nothing else is needed on a user's machine.
package org.evenkeel.cuda;
