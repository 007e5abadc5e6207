import type { Priority } from '@temporalio/common';

/** What jobs without an account share. */
const NO_ACCOUNT = 'no-account';

/** A fairness key of the server has at most so many bytes. */
const FAIRNESS_KEY_BYTES_MAX = 64;

/**
 * The turn of a job among others: the more urgent first, and of equally urgent ones each account in turn, however many
 * jobs one of them has. Jobs have the ten priorities that our dynamic configuration gives the server; one with fewer takes
 * the least urgent ones together.
 */
export function jobTurn(priority: number, account: string | undefined): Priority {
  return { priorityKey: priority, fairnessKey: keyOf(account) };
}

/** Accounts whose names begin alike for so long share a turn. */
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

/** Workflow code has no Buffer. */
function utf8Length(letter: string): number {
  return encodeURIComponent(letter).replace(/%../g, '-').length;
}
