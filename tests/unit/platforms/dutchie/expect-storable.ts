import { expect } from 'vitest';

/** Expects that PostgreSQL can store every text in a value, and that JSON can represent every number. */
export function expectStorable(value: unknown): void {
  // Uses only one expectation: thousands per product would take longer than the inspection itself.
  expect(unstorableIn(value)).toEqual([]);
}

function unstorableIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\u0000') ? [] : [`the text ${JSON.stringify(value)}`];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`the number ${value}`];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(unstorableIn);
  return typeof value === 'boolean' || value === null ? [] : [`a ${typeof value}`];
}
