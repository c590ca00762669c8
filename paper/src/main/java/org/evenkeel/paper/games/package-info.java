/// What the studies on games share: algorithms as contenders, their runs, and how these are compared.
package org.evenkeel.paper.games;
