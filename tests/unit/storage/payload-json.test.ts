import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPayloadJson } from '../../../storage/payload-json.ts';

const json = JSON.stringify({ products: Array.from({ length: 5_000 }, (_, place) => `product ${place}`) });

test('the JSON comes out as it went in', async () => {
  expect((await buffer(openPayloadJson(gzipSync(json), json.length))).toString()).toBe(json);
});

test('a byte more than there may be ends it', async () => {
  await expect(buffer(openPayloadJson(gzipSync(json), json.length - 1))).rejects.toMatchObject({
    kind: 'CorruptPayload',
    message: `Expected the gzipped JSON of a payload: it has more than ${json.length - 1} bytes`,
  });
});

test.each([
  ['cut off', gzipSync(json).subarray(0, -20)],
  ['no gzip', Buffer.from(json)],
])('what is %s fails', async (_, bytes) => {
  await expect(buffer(openPayloadJson(bytes))).rejects.toMatchObject({ kind: 'CorruptPayload' });
});
