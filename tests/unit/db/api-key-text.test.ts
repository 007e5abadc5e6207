import { expect, test } from 'vitest';
import { makeKey, readKey } from '../../../db/api-key-text.ts';

test('a key is read back to its id and the digest of its secret', () => {
  const { id, text, secretSha256 } = makeKey();
  expect(readKey(text)).toEqual({ id, secretSha256 });
});

test('no two keys are alike, and a changed character gives another digest', () => {
  const [one, other] = [makeKey(), makeKey()];
  expect(one.text).not.toBe(other.text);
  const changed = one.text.slice(0, -2) + (one.text.at(-2) === 'A' ? 'B' : 'A') + one.text.at(-1);
  expect(readKey(changed)?.secretSha256.equals(one.secretSha256)).toBe(false);
});

test('what is no key is none', () => {
  for (const text of ['', 'cc_', 'cc_0123456789ab_short', `${makeKey().text}x`])
    expect(readKey(text)).toBeNull();
});
