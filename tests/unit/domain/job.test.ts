import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobJsonFault, JOB_ID } from '../../../domain/job.ts';
import { storable } from '../../../domain/storable-text.ts';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)]);
};

test('a payload is refused exactly when it holds text that PostgreSQL cannot keep', () => {
  const odd = fc.oneof(fc.constantFrom('\u0000', '\ud800', '\udc00', '\\u0000', '\\', '😀'), fc.string());
  const text = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (payload) => {
      const isStorable = textsIn(payload).every((part) => storable(part) === part);
      expect(jobJsonFault(payload) === null).toBe(isStorable);
    }),
  );
});

test('a payload is a JSON object of at most 16 KiB', () => {
  expect(jobJsonFault({ text: 'x'.repeat(16_384 - 11) })).toBe(null);
  expect(jobJsonFault({ text: 'x'.repeat(16_384 - 10) })).toBe(
    'takes at most 16384 bytes of JSON, got 16385',
  );
  // The limit counts bytes, not characters.
  expect(jobJsonFault({ text: 'ü'.repeat(8_190) })).toBe('takes at most 16384 bytes of JSON, got 16391');
  for (const none of [null, [], 'text', 3]) expect(jobJsonFault(none)).toBe('takes a JSON object');
});

test('an id of a job can stand in a path, and may end with the time that a schedule adds', () => {
  for (const id of ['a', '7', 'nightly-2026-11-22T03:00:00Z', 'a.b_c', 'x'.repeat(150)])
    expect(JOB_ID.test(id)).toBe(true);
  for (const id of ['', '.', '..', '-a', 'a/b', 'a b', 'x'.repeat(151), 'a\n'])
    expect(JOB_ID.test(id)).toBe(false);
});
