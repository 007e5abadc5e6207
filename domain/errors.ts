/**
 * The kinds of failure, each defined by what the runner must do next. This is the only file that defines them.
 * `docs/reference/errors.md` describes them for operators, and a test keeps the two lists equal. Plain data and one class,
 * because workflow code imports it.
 */

export type FailureKind =
  | 'Blocked'
  | 'RateLimited'
  | 'ProxyFault'
  | 'NoActiveProxy'
  | 'UpstreamError'
  | 'ContractBroken'
  | 'SuspectPayload'
  | 'CorruptPayload'
  | 'StaleAttempt'
  | 'StoreTaken'
  | 'NotFound'
  | 'StorageFull'
  | 'DatabaseUnavailable'
  | 'BrowserFault'
  | 'JobCrashed'
  | 'AccountBusy'
  | 'WrongKey'
  | 'DependencyFailed'
  | 'InvalidInput';

/** Who a failure counts against. `nobody` means that it must not raise any fault counter. */
type BlamedParty = 'store' | 'proxy' | 'platform' | 'us' | 'nobody';

export type FailureMeaning = {
  /** True when the same work may succeed later without a person's help. */
  retryable: boolean;
  blames: BlamedParty;
  /** What happens next, in one sentence. */
  runner: string;
};

/** Returns who a failure of this kind counts against; null if it is not one of our kinds. */
export function blames(kind: string): BlamedParty | null {
  return FAILURE_KINDS[kind as FailureKind]?.blames ?? null;
}

/** Returns what happens next after a failure of this kind; null if it is not one of our kinds. */
export function meaningOf(kind: string | null): string | null {
  return FAILURE_KINDS[kind as FailureKind]?.runner ?? null;
}

export const FAILURE_KINDS: Readonly<Record<FailureKind, FailureMeaning>> = {
  Blocked: {
    retryable: true,
    blames: 'proxy',
    runner:
      'The worker counts a block against the proxy, unless the store refuses other proxies too, and tries again with another proxy and browser profile.',
  },
  RateLimited: {
    retryable: true,
    blames: 'nobody',
    runner: 'The worker waits as long as the answer asked, and tries again; it counts no failure.',
  },
  ProxyFault: {
    retryable: true,
    blames: 'proxy',
    runner:
      'The worker counts a failure against the proxy, and tries again with another one; this uses up no retry of the store.',
  },
  NoActiveProxy: {
    retryable: true,
    blames: 'us',
    runner: 'The worker waits and tries again: an operator has to put a proxy into use.',
  },
  UpstreamError: {
    retryable: true,
    blames: 'platform',
    runner: 'The worker backs off and tries again.',
  },
  ContractBroken: {
    retryable: false,
    blames: 'platform',
    runner:
      'The worker stops this work and keeps a sample: the answer has a format that the code does not know.',
  },
  SuspectPayload: {
    retryable: true,
    blames: 'nobody',
    runner:
      'The worker discards the pages and fetches the menu again with another proxy and browser profile; it ingests nothing of them.',
  },
  CorruptPayload: {
    retryable: false,
    blames: 'us',
    runner:
      'The worker does not use the stored file, and the task fails; the next crawl fetches the menu again.',
  },
  StaleAttempt: {
    retryable: true,
    blames: 'nobody',
    runner:
      'The worker ends this attempt and writes nothing; if Temporal still counts it as the current one, the next attempt takes over.',
  },
  StoreTaken: {
    retryable: true,
    blames: 'nobody',
    runner:
      'The task waits until the other task of the store has ended, without occupying a slot of a worker.',
  },
  NotFound: {
    retryable: false,
    blames: 'store',
    runner:
      'The worker stops this work, because what was requested does not exist; a retry helps only once it exists.',
  },
  StorageFull: {
    retryable: true,
    blames: 'us',
    runner:
      'The worker tries again every half minute: an operator has to free space there, or keep less (PAYLOAD_RETENTION_DAYS, PAYLOAD_RETENTION_COUNT).',
  },
  DatabaseUnavailable: {
    retryable: true,
    blames: 'us',
    runner: 'The worker tries again for as long as the outage lasts, and does not count these attempts.',
  },
  BrowserFault: {
    retryable: true,
    blames: 'us',
    runner: 'The worker kills the browser and tries again with a new one.',
  },
  JobCrashed: {
    retryable: true,
    blames: 'us',
    runner:
      'The worker starts the job again in a new process, from its last reported step, and counts the crash in place of a retry; after the third one the job fails for good.',
  },
  AccountBusy: {
    retryable: true,
    blames: 'nobody',
    runner: 'The job waits until the other job of its account has ended, and counts no failure.',
  },
  WrongKey: {
    retryable: true,
    blames: 'us',
    runner:
      'The job tries again every minute, and counts no failure: an operator has to restart the workers with the key that its credential is sealed with.',
  },
  DependencyFailed: {
    retryable: false,
    blames: 'us',
    runner: 'The job does not run, because a job that it depends on did not complete.',
  },
  InvalidInput: {
    retryable: false,
    blames: 'us',
    runner: 'The worker refuses the work; the message says what is wrong with the request.',
  },
};

/** Removes the kind from the start of a message; messages of jobs start with it. */
export function withoutKind(message: string, kind: string | null): string {
  return kind !== null && message.startsWith(`${kind}: `) ? message.slice(kind.length + 2) : message;
}

/** Short facts for the ledger and the log: statuses, sizes, samples. Never a credential, never a whole body. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A failure whose kind determines what the runner must do next.
 *
 * `message` states what was expected and what was found; `retryAfterMs` is set when the other side said how long to wait; the
 * underlying error, if any, is kept as `cause`.
 */
export class CrawlError extends Error {
  readonly kind: FailureKind;
  // Declared only: a plain field would exist as undefined even if not given.
  declare readonly evidence?: Evidence;
  declare readonly retryAfterMs?: number;
  /** True: not retried, whatever the kind, because the work was retried often or long enough. */
  declare readonly isFinal?: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    details: { evidence?: Evidence; retryAfterMs?: number; isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'CrawlError';
    this.kind = kind;
    if (details.isFinal !== undefined) this.isFinal = details.isFinal;
    if (details.evidence !== undefined) this.evidence = details.evidence;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}

/** Whether a text, such as the `type` of a failure that crossed Temporal, is one of our kinds. */
export function isFailureKind(text: string | null | undefined): text is FailureKind {
  return typeof text === 'string' && Object.hasOwn(FAILURE_KINDS, text);
}
