/// The paper's claims on the games of MinAtar: trials that are training runs, and what is read out of them.
package org.evenkeel.paper.minatar;
