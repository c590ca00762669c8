/// Folders of earlier versions: how they said what of the paper was run.
package org.evenkeel.paper.reproduce;
