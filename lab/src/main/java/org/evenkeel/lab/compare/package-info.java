/// Runs beside each other: [RunsReport] groups them by what differs, and makes the tables, figures and answers of a page.
package org.evenkeel.lab.compare;
