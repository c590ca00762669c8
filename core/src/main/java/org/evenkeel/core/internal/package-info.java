/// What Evenkeel's modules share and nobody else sees.
package org.evenkeel.core.internal;
