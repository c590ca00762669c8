package org.evenkeel.lab.study;

import org.evenkeel.lab.config.ConfigYaml;

/// Describes a training run of a study so that another machine can create it.
///
/// @param folderName the folder of the run among the trials ([RunTrial#folderName])
/// @param config the text of `config.yaml`
/// @param until the step to train to ([RunTrial#until])
record RunRecipe(String folderName, String config, long until) implements TrialRecipe {
  static RunRecipe of(RunTrial trial) {
    return new RunRecipe(trial.folderName(), ConfigYaml.write(trial.config()), trial.until());
  }

  @Override
  public Trial make() {
    return new RunTrial(folderName, ConfigYaml.read(config, folderName), until);
  }
}
