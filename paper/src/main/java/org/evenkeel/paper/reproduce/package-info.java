/// What of the paper is to be run again, and the folder that keeps it.
package org.evenkeel.paper.reproduce;
