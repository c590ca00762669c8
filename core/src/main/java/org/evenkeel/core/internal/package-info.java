/// What the packages of this module share and nobody else sees.
package org.evenkeel.core.internal;
