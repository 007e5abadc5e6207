import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';

// Checks of fields that several workflows have, for `requireInput`.

/** The same, or nothing. */
export function orNone(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || accepts(value);
}

/** The id of a row. */
export function isDatabaseId(id: unknown): boolean {
  return Number.isSafeInteger(id) && Number(id) > 0;
}

/** The name of a platform that there is. */
export function isPlatform(name: unknown): boolean {
  return PLATFORM_NAMES.includes(name as PlatformName);
}

/** True or false. */
export function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** A whole number within bounds. */
export function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** A time with its zone, and of a year that the database knows. */
export function isMoment(at: unknown): boolean {
  return typeof at === 'string' && MOMENT.test(at) && isWithin(Date.parse(at), 0, YEAR_9999_MS);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const YEAR_9999_MS = 253_402_300_799_999;
