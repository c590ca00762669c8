/// Comparison of runs: [RunsReport] groups runs by their differences and makes the tables, figures and answers of a
/// page.
package org.evenkeel.lab.compare;
