import { CrawlError, isFailureKind, type Evidence, type FailureKind } from '../../domain/errors.ts';

/** An error as it crosses a channel. */
export interface WireError {
  /** Names the error on the side that created it. */
  id: number;
  /** Whether it comes back to the side that created it. */
  isReturned: boolean;
  name: unknown;
  message: unknown;
  /** Of a CrawlError. */
  kind?: string;
  evidence?: unknown;
  retryAfterMs?: number;
  isFinal?: boolean;
  /** Of an ApplicationFailure of Temporal. */
  failure?: FailureFacts;
}

/** What an ApplicationFailure of Temporal says beside its message. The other side may have sent anything. */
interface FailureFacts {
  type?: unknown;
  nonRetryable?: unknown;
  nextRetryDelay?: unknown;
}

/** A copy of an ApplicationFailure. The process of a job does not load Temporal's packages, which take longer than all its own code. */
export class FailureCopy extends Error {
  override name = 'ApplicationFailure';
  readonly facts: FailureFacts;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.facts = facts;
  }
}

/** Converts errors of one end of a channel. */
export interface ErrorWire {
  pack(error: unknown): WireError;
  /** Returns an error of the other side as a copy, and one that comes back as the very same object, with all that its class knows. */
  unpack(wire: WireError): unknown;
}

/** How many errors are kept until they come back. */
const SENT_MAX = 1_000;

/** Creates the conversion for one end of a channel. */
export function createErrorWire(): ErrorWire {
  const sent = new Map<unknown, unknown>();
  let count = 0;
  const received = new WeakMap<Error, number>();
  return {
    pack(error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      const known = error instanceof Error ? received.get(error) : undefined;
      const id = known ?? (count += 1);
      if (known === undefined) sent.set(id, error).delete(id - SENT_MAX);
      const facts = error instanceof CrawlError ? factsOf(error) : failureOf(error);
      return { id, isReturned: known !== undefined, name, message, ...facts };
    },
    unpack(wire) {
      if (wire.isReturned && sent.has(wire.id)) return sent.get(wire.id);
      const error = copyOf(wire);
      received.set(error, wire.id);
      return error;
    },
  };
}

function factsOf({ kind, evidence, retryAfterMs, isFinal }: CrawlError): Partial<WireError> {
  return {
    kind,
    ...(evidence === undefined ? {} : { evidence }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isFinal === undefined ? {} : { isFinal }),
  };
}

function failureOf(error: unknown): Partial<WireError> {
  if (error instanceof FailureCopy) return { failure: error.facts };
  if (!(error instanceof Error) || error.name !== 'ApplicationFailure') return {};
  const { type, nonRetryable, nextRetryDelay } = error as FailureFacts;
  return { failure: { type, nonRetryable, nextRetryDelay } };
}

/** Kinds that only a worker can find out. */
const OWN_KINDS: FailureKind[] = ['StaleAttempt', 'JobCrashed'];

/** The longest wait that an error of a job may ask for. */
export const RETRY_AFTER_MS_MAX = 86_400_000;

function copyOf({ name, message, kind, evidence, retryAfterMs, isFinal, failure }: WireError): Error {
  const text = typeof message === 'string' ? message : '';
  if (isFailureKind(kind) && !OWN_KINDS.includes(kind))
    return new CrawlError(kind, text, {
      ...(evidence === undefined ? {} : { evidence: smallEvidence(evidence) }),
      ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0
        ? { retryAfterMs: Math.min(retryAfterMs, RETRY_AFTER_MS_MAX) }
        : {}),
      ...(isFinal === true ? { isFinal } : {}),
    });
  if (failure !== undefined) return new FailureCopy(text, Object(failure));
  const error = new Error(text);
  if (isUsableName(name)) error.name = name;
  return error;
}

const NAME_LENGTH_MAX = 100;
const EVIDENCE_FACTS_MAX = 20;
const EVIDENCE_LENGTH_MAX = 500;

/**
 * Takes short facts, whatever the other side has sent: they go into histories and the ledger. Of a long text only the length stays, since
 * a secret that is cut is not found any more. Lists and objects are left out: one that is nested deeply could not even be measured.
 */
function smallEvidence(evidence: unknown): Evidence {
  const facts = Object.entries(Object(evidence) as object).flatMap(([name, fact]: [string, unknown]) =>
    name.length <= NAME_LENGTH_MAX && isFact(fact) ? [[name, smallFact(fact)] as const] : [],
  );
  return Object.fromEntries(facts.slice(0, EVIDENCE_FACTS_MAX));
}

function isFact(fact: unknown): fact is Evidence[string] {
  return fact === null || ['string', 'number', 'boolean'].includes(typeof fact);
}

function smallFact(fact: Evidence[string]): Evidence[string] {
  return typeof fact === 'string' && fact.length > EVIDENCE_LENGTH_MAX ? `${fact.length} characters` : fact;
}

/** Whether an error of a job may have this name or type: these count as kinds. */
export function isUsableName(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length <= NAME_LENGTH_MAX && !OWN_KINDS.some((kind) => kind === name)
  );
}
