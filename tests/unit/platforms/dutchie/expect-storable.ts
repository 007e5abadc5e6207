import { expect } from 'vitest';

/** Checks that every text in a value is one that PostgreSQL takes, and every number one that JSON can carry. */
export function expectStorable(value: unknown): void {
  // One check for all of it: thousands of checks a product would take longer than what they look at.
  expect(unstorableIn(value)).toEqual([]);
}

function unstorableIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\u0000') ? [] : [`the text ${JSON.stringify(value)}`];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`the number ${value}`];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(unstorableIn);
  return typeof value === 'boolean' || value === null ? [] : [`a ${typeof value}`];
}
