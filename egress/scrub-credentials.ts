/**
 * Replaces the credentials of every URL in a text by `***`.
 *
 * Failure texts reach the log, the ledger and Temporal's history in plain form, and a proxy's address carries its
 * password.
 */
export function scrubCredentials(text: string): string {
  // Up to the last @ before the path: an unencoded password may itself contain an @.
  return text.replaceAll(/\/\/[^\s/?#"<>]*@/g, '//***@');
}
