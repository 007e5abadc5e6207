import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';

// Checks of fields that several workflows share, for `requireInput`.

/** Returns a check that accepts undefined too. */
export function orNone(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || accepts(value);
}

/** Whether a value can be the id of a database row. */
export function isDatabaseId(id: unknown): boolean {
  return Number.isSafeInteger(id) && Number(id) > 0;
}

/** Whether a value is the name of a known platform. */
export function isPlatform(name: unknown): boolean {
  return PLATFORM_NAMES.includes(name as PlatformName);
}

/** Whether a value is true or false. */
export function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Whether a value is a whole number within bounds, both included. */
export function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** Whether a value is a time with a zone, in a year that the database can store. */
export function isMoment(at: unknown): boolean {
  return typeof at === 'string' && MOMENT.test(at) && isWithin(Date.parse(at), 0, YEAR_9999_MS);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const YEAR_9999_MS = 253_402_300_799_999;
