import { expect, test } from 'vitest';
import { bodyForAudit } from '../../../api/body-for-audit.ts';

const kept = (body: unknown) => bodyForAudit(JSON.stringify(body))?.body;

test('a body of 4,000 characters is kept as a whole, one of more as its beginning', () => {
  const text = 'w'.repeat(4_000 - '{"text":""}'.length);
  expect(kept({ text })).toEqual({ text });
  expect(kept({ text: `${text}w` })).toMatchObject({ characters: 4_001, beginning: expect.any(String) });
  expect(bodyForAudit('no JSON')).toBe(null);
});

test('a credential that the cut goes through is left out, and so is all behind it', () => {
  const filler = 'word '.repeat(796);
  for (let shift = 0; shift < 40; shift += 1) {
    const text = `${filler}${'x'.repeat(shift)} http://user:hushed@proxy.example password=hushed ${filler}`;
    expect(JSON.stringify(kept({ text, more: 'password=hushed' }))).not.toContain('hush');
  }
});

test('a long body has a digest where all of it was looked at, and nothing secret found', () => {
  const filler = 'word '.repeat(1_000);
  const digestOf = (body: unknown) => (kept(body) as { sha256: string | null }).sha256;
  expect(digestOf({ filler })).toMatch(/^[0-9a-f]{64}$/);
  for (const secret of ['http://user:hushed@proxy.example', 'password=hushed', 'bearer hushed123'])
    for (const body of [
      { secret, filler },
      { filler, secret },
      { filler, list: [{ text: `${filler}${secret}` }] },
    ])
      expect([body, digestOf(body)]).toEqual([body, null]);
  expect(digestOf({ api_key: 'hushed', filler })).toBe(null);
  expect(digestOf({ text: filler.repeat(5), more: 'word' })).toBe(null);
});

test('a key of this API is kept nowhere, neither as a value nor as a name', () => {
  const key = `cc_${'0'.repeat(12)}_${'A'.repeat(43)}`;
  const filler = 'word '.repeat(1_000);
  expect(kept({ [key]: { note: `x${key}` }, list: [{ [`a${key}`]: 1 }] })).toEqual({
    'cc_***': { note: 'xcc_***' },
    list: [{ 'acc_***': 1 }],
  });
  expect(kept({ [key]: 1, filler })).toMatchObject({ sha256: null });
});

test('a beginning that ends within an emoji can be stored', () => {
  const bodies = [0, 1].map((shift) => kept(['a'.repeat(shift), ...Array(1_000).fill('🎉🎉')]));
  for (const body of bodies) expect((body as { beginning: string }).beginning.isWellFormed()).toBe(true);
});

test('a megabyte is read in well under a second', () => {
  const began = performance.now();
  kept({ text: 'password=a:b@c '.repeat(70_000), list: Array(10_000).fill('bearer token') });
  expect(performance.now() - began).toBeLessThan(2_000);
});
