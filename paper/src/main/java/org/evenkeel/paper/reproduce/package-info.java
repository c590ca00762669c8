/// Reads the folders of earlier versions of `reproduce`.
package org.evenkeel.paper.reproduce;
