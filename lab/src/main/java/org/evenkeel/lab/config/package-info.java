/// Configuration of runs. A [RunConfig] consists of an environment, a training configuration and a seed; it is read by
/// [ConfigYaml] and built from [Preset]s. [ConfigKeys] lists all settings. Nothing in this package runs or measures.
package org.evenkeel.lab.config;
