import { expect } from 'vitest';

/** Checks that every text in a value is one that PostgreSQL takes, and every number one that JSON can carry. */
export function expectStorable(value: unknown): void {
  if (typeof value === 'string') {
    expect(value).not.toContain('\u0000');
    expect(value.isWellFormed(), `lone surrogate in ${JSON.stringify(value)}`).toBe(true);
  } else if (typeof value === 'number') {
    expect(Number.isFinite(value)).toBe(true);
    // Products have no negative number; coordinates do.
    expect(Object.is(value, Number.NaN)).toBe(false);
  } else if (Array.isArray(value)) value.forEach(expectStorable);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectStorable);
  else expect(['boolean', 'object']).toContain(typeof value);
}
