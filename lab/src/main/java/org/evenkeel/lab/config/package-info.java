/// What is run: [RunConfig] is an environment, a training and a seed, [Preset] and [ConfigYaml] are where they come from,
/// [ConfigKeys] lists what can be set. Nothing here runs or measures.
package org.evenkeel.lab.config;
