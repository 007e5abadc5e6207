import type { Priority } from '@temporalio/common';

/** The shared fairness key of jobs without an account. */
const NO_ACCOUNT = 'no-account';

/** The server's maximum length of a fairness key, in bytes. */
const FAIRNESS_KEY_BYTES_MAX = 64;

/**
 * Returns the priority and fairness key of a job. More urgent jobs run first; at equal priority, accounts take turns, however
 * many jobs one account has. Jobs have the ten priority levels that our dynamic configuration sets on the server; a server with
 * fewer levels merges the least urgent ones.
 */
export function jobPriority(priority: number, account: string | undefined): Priority {
  return { priorityKey: priority, fairnessKey: keyOf(account) };
}

/** Accounts with the same first 56 bytes share a key. */
function keyOf(account: string | undefined): string {
  if (account === undefined) return NO_ACCOUNT;
  let key = '';
  let bytes = 'account:'.length;
  for (const letter of account) {
    bytes += utf8Length(letter);
    if (bytes > FAIRNESS_KEY_BYTES_MAX) break;
    key += letter;
  }
  return `account:${key}`;
}

/** Returns the number of UTF-8 bytes of a letter. Workflow code has no Buffer. */
function utf8Length(letter: string): number {
  return encodeURIComponent(letter).replace(/%../g, '-').length;
}
