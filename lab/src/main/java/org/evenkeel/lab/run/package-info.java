/// Runs on disk: [RunConfig] says what is run, [Preset] and [ConfigYaml] where that comes from,
/// [RunDirectory] keeps what it gave, [RunDriver] drives it and survives what may happen meanwhile.
package org.evenkeel.lab.run;
