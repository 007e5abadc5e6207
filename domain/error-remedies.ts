import type { FailureKind } from './errors.ts';

/** What an operator does about a failure of each kind that does not end by itself, in one or two sentences. */
const ERROR_REMEDIES: Readonly<Record<FailureKind, string>> = {
  Blocked:
    'Compare it with other stores. If it alone is refused, stop its crawls for a while; if all are, stop the platform, or use other proxies.',
  RateLimited: 'Retry it later. If the platform asks for pauses often, lower its limits.',
  ProxyFault: 'Test the proxies, and disable or replace those that fail.',
  NoActiveProxy: 'Enable or import proxies, then retry it.',
  UpstreamError:
    'Retry it later. If other stores of the platform fail alike, the platform has a fault, and only it can end that.',
  ContractBroken:
    'Have the parser of the platform adapted to the new answers; a retry before that fails alike.',
  SuspectPayload: 'Decide about the doubted menu in the quarantine.',
  CorruptPayload: 'Crawl the store again. If it happens more than once, check the disk of the payloads.',
  StaleAttempt: 'Do nothing: a newer attempt does the work.',
  StoreTaken: 'Retry it once the other task of the store has ended.',
  NotFound: 'Check the address that was requested. If a store has closed, stop its crawls.',
  StorageFull: 'Free space on the disk of the payloads, or keep fewer of them, then retry it.',
  DatabaseUnavailable: 'Bring the database back, then retry it.',
  BrowserFault: 'Retry it. If it comes often, give the worker more memory.',
  JobCrashed:
    'Have the type of the job corrected as the message says, or give it more memory (JOB_MEMORY_MB), then retry it.',
  AccountBusy: 'Do nothing: the job runs once the other job of the account has ended.',
  WrongKey: 'Restart the workers with the key that the message asks for; the job goes on by itself.',
  DependencyFailed: 'Retry the job that the message names, then this one.',
  InvalidInput: 'Correct what the message names, and start it again.',
};

/** Returns what an operator does about failures of this kind; null if it is not one of our kinds. */
export function remedyOf(kind: string | null): string | null {
  return ERROR_REMEDIES[kind as FailureKind] ?? null;
}
