/// Code shared by Evenkeel's modules and hidden from everyone else.
package org.evenkeel.core.internal;
