/// Reports for readers: sections with claims, figures and tables, and the page and files generated from them.
package org.evenkeel.lab.report;
