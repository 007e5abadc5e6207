import type { PlatformPace } from '../server/platforms-api.ts';

/** A limit that operators may set. */
export type LimitName = PlatformPace['set_by_operator'][number];

/** What is typed in the fields of the limits; an empty field stands for the default. */
export type TypedLimits = Record<LimitName, string>;

/** The limits to change; null resets one to the default. */
type Change = Partial<Record<LimitName, number | null>>;

const LIMITS: readonly LimitName[] = ['requests_per_second', 'max_concurrent_requests'];

/** The largest limit that the API takes. */
const LIMIT_MAX = 1_000;

/** How each limit is written. A comma before three digits is refused: `1,000` could mean one or a thousand. */
const FORMS: Record<LimitName, { pattern: RegExp; accepted: string }> = {
  requests_per_second: {
    pattern: /^\d+(\.\d+|,\d{1,2})?$/,
    accepted: `a number above 0 and up to ${LIMIT_MAX}, such as 1.5`,
  },
  max_concurrent_requests: { pattern: /^\d+$/, accepted: `a whole number from 1 to ${LIMIT_MAX}` },
};

/** Says what is wrong with a typed limit; null: nothing. A limit that is left as it was is not judged. */
export function faultOf(name: LimitName, typed: string, before: string): string | null {
  const text = typed.trim();
  if (text === before) return null;
  const { pattern, accepted } = FORMS[name];
  const isAccepted = pattern.test(text) && numberOf(text) > 0 && numberOf(text) <= LIMIT_MAX;
  return text === '' || isAccepted ? null : `"${text}" is not ${accepted}.`;
}

/** Returns what the fields show at first: the limits that an operator set. */
export function typedOf(pace: PlatformPace): TypedLimits {
  const shown = (name: LimitName): string => (pace.set_by_operator.includes(name) ? String(pace[name]) : '');
  return {
    requests_per_second: shown('requests_per_second'),
    max_concurrent_requests: shown('max_concurrent_requests'),
  };
}

/** Returns the limits that were changed in the fields, so that those that others change meanwhile stay. */
export function changeOf(typed: TypedLimits, before: TypedLimits): Change {
  return Object.fromEntries(
    LIMITS.filter((name) => typed[name].trim() !== before[name]).map((name) => [
      name,
      typed[name].trim() === '' ? null : numberOf(typed[name]),
    ]),
  );
}

function numberOf(typed: string): number {
  return Number(typed.replace(',', '.'));
}
