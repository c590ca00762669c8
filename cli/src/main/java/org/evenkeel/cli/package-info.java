/// The commands of `evenkeel`: the only place that prints and exits.
@NullMarked
package org.evenkeel.cli;

import org.jspecify.annotations.NullMarked;
