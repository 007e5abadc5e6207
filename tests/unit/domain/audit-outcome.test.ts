import { expect, test } from 'vitest';
import { auditOutcome, COMMAND_METHOD } from '../../../domain/audit-outcome.ts';

const NOW = new Date('2026-01-31T12:00:00Z');

/** Returns the outcome of a record that was made `minutes` ago. */
const outcome = (method: string, status: number | null, minutes = 0) =>
  auditOutcome({ method, status, at: new Date(NOW.getTime() - minutes * 60_000) }, NOW);

test('a status says how a request ended, and an exit code how a command did', () => {
  expect([200, 302, 404, 500].map((status) => outcome('POST', status))).toEqual([
    'done',
    'done',
    'refused',
    'failed',
  ]);
  expect([0, 1, 2, 130].map((status) => outcome(COMMAND_METHOD, status))).toEqual([
    'done',
    'failed',
    'refused',
    'interrupted',
  ]);
});

test('a request without a status may be under way for some minutes; a command may be for hours', () => {
  expect([0, 9, 11].map((minutes) => outcome('POST', null, minutes))).toEqual([null, null, 'interrupted']);
  expect(outcome(COMMAND_METHOD, null, 600)).toBe(null);
});
