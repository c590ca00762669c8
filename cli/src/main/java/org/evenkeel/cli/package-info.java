/// The commands of `evenkeel`. Only this package prints and exits.
@NullMarked
package org.evenkeel.cli;

import org.jspecify.annotations.NullMarked;
