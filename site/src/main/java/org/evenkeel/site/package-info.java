/// Builds the documentation site from the Markdown files of a source checkout: static pages that work offline, from the
/// file system, without a server and without external resources.
///
/// [org.evenkeel.site.Site] is the entry point. [org.evenkeel.site.Contents] lists the pages in the order in which the
/// menu shows them; a new page is a new line there.
package org.evenkeel.site;
