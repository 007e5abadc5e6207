import { FAILURE_KINDS, type FailureKind } from '../../domain/errors.ts';
import type { VerdictReason } from './verdict-facts.ts';

/** Whether a reason clears without a person, and when. */
export type Clearing = Pick<VerdictReason, 'clearsByItself' | 'clearsAt'>;

/** The reason stays until a person acts. */
export const NEEDS_PERSON: Clearing = { clearsByItself: false, clearsAt: null };

/** The reason may clear by itself; the known facts do not tell. */
export const UNKNOWN: Clearing = { clearsByItself: null, clearsAt: null };

/** Returns that a reason clears by itself. @param at when it is expected to clear, or when the next attempt begins; null: not known */
export function clearingAt(at: Date | null): Clearing {
  return { clearsByItself: true, clearsAt: at };
}

/** Kinds that are retried but succeed only after a person has changed something. */
const AWAIT_PERSON: readonly FailureKind[] = ['StorageFull', 'NoActiveProxy', 'WrongKey'];

/** Kinds that clear with time alone. */
const AWAIT_TIME: readonly FailureKind[] = ['RateLimited', 'StoreTaken', 'AccountBusy'];

/**
 * Whether failures of a kind stop without a person.
 * @param kind null: none was recorded
 * @param nextAttemptAt null: not known
 */
export function clearingOfKind(kind: string | null, nextAttemptAt: Date | null): Clearing {
  const known = kind as FailureKind;
  const meaning = FAILURE_KINDS[known];
  if (meaning === undefined) return UNKNOWN;
  if (!meaning.retryable || AWAIT_PERSON.includes(known)) return NEEDS_PERSON;
  return AWAIT_TIME.includes(known) ? clearingAt(nextAttemptAt) : UNKNOWN;
}

/** Combines several causes: if any cause needs a person, the result does; otherwise, if any is unknown, the result is unknown. */
export function clearingOfAll(all: readonly Clearing[]): Clearing {
  if (all.some(({ clearsByItself }) => clearsByItself === false)) return NEEDS_PERSON;
  return all.some(({ clearsByItself }) => clearsByItself === null) ? UNKNOWN : clearingAt(null);
}

/**
 * Counts reasons by whether they need a person, such as `2 things need a person, 1 clears by itself`; null: there is no
 * reason.
 */
export function outlookOf(reasons: readonly Clearing[]): string | null {
  const count = (wanted: Clearing['clearsByItself']) =>
    reasons.filter(({ clearsByItself }) => clearsByItself === wanted).length;
  const [person, itself, unknown] = [count(false), count(true), count(null)];
  const parts: [number, string][] = [
    [person, person === 1 ? 'needs a person' : 'need a person'],
    [itself, itself === 1 ? 'clears by itself' : 'clear by themselves'],
    [unknown, unknown === 1 ? 'may clear by itself' : 'may clear by themselves'],
  ];
  const said = parts.filter(([number]) => number > 0);
  if (said.length === 0) return null;
  return said
    .map(([number, text], at) => `${number}${at > 0 ? '' : number === 1 ? ' thing' : ' things'} ${text}`)
    .join(', ');
}
