/// What a reader gets: sections of claims, figures and tables, and the page and files made of them.
package org.evenkeel.lab.report;
