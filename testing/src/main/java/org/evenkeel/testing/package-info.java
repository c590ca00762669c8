/// What the tests of pages share: a real browser with an accessibility check, and an HTML validator.
@NullMarked
package org.evenkeel.testing;

import org.jspecify.annotations.NullMarked;
