import { expect, test } from 'vitest';
import { isPayloadPointer, pointerTo } from '../../../domain/stored-payload.ts';

test('only the hash of a payload makes a pointer to it', () => {
  expect(isPayloadPointer(pointerTo({ urls: [] }))).toBe(true);
  for (const sha256 of ['a\0b', 'abc', 7, null])
    expect(isPayloadPointer({ stored_payload: { sha256, bytes: 1 } })).toBe(false);
});
