// Training of many runs at once on a GPU, bit for bit as on the CPU.
//
// One iteration takes a step in every run, and makes one update where one is due:
//
//   act             chooses an action, plays it, stores the step, draws the minibatches
//   list_unknown    now and then: which states of the coming minibatches have no values yet
//   look_ahead      their values under the snapshots, many at a time
//   passes          values of this minibatch: what is still missing, and the online network
//   learn           targets, loss, output layer
//   hidden_backward gradients and update of the hidden layer
//   conv_backward   gradients and update of the convolution
//   gradient_norm   at every eighth update, or always if gradients are clipped
//   clipped_step    only for runs whose gradients are clipped
//   finish          statistics, whether a snapshot is due
//   take_snapshots  copies parameters
//
// Runs differ in game, algorithm, settings and seed; each kernel reads what it needs from the run (run.cuh). A run that
// has reached its target, or has failed, takes no part.
#include "learn.cuh"
#include "measure.cuh"
