/// The claims of `docs/claims.md`: trials that record what the claims are judged by, injected errors as controls, and
/// the verdicts.
package org.evenkeel.paper.claims;
