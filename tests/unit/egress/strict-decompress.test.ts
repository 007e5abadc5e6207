import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CrawlError } from '../../../domain/errors.ts';
import { strictDecompress } from '../../../egress/strict-decompress.ts';

const LIMIT = 10_000_000;
const kind = (name: string) => expect.objectContaining({ name: 'CrawlError', kind: name });
const plain = Buffer.from(
  JSON.stringify({ products: Array.from({ length: 400 }, (_, id) => ({ id, name: `p${id * 7}` })) }),
);

const ENCODERS: [encoding: string, encode: (bytes: Buffer) => Buffer][] = [
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflate', zlib.deflateRawSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['identity', (bytes) => bytes],
];

describe('strictDecompress', () => {
  test.each(ENCODERS)('undoes %s', async (encoding, encode) => {
    expect(await strictDecompress(encode(plain), encoding.toUpperCase(), LIMIT)).toEqual(plain);
    expect(await strictDecompress(encode(Buffer.alloc(0)), encoding, LIMIT)).toEqual(Buffer.alloc(0));
  });

  test('takes no encoding as none', async () => {
    expect(await strictDecompress(plain, null, LIMIT)).toBe(plain);
  });

  test.each(ENCODERS.slice(0, -1))('refuses a cut %s and bytes after its end', async (encoding, encode) => {
    const encoded = encode(plain);
    await expect(strictDecompress(encoded.subarray(0, -1), encoding, LIMIT)).rejects.toThrow(
      kind('UpstreamError'),
    );
    await expect(strictDecompress(encoded.subarray(0, 30), encoding, LIMIT)).rejects.toThrow(
      kind('UpstreamError'),
    );
    await expect(
      strictDecompress(Buffer.concat([encoded, Buffer.from('tail')]), encoding, LIMIT),
    ).rejects.toThrow(kind('UpstreamError'));
    await expect(strictDecompress(Buffer.alloc(0), encoding, LIMIT)).rejects.toThrow(kind('UpstreamError'));
  });

  test.each(ENCODERS)('stops %s at the limit', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(5_000_000));
    await expect(strictDecompress(bomb, encoding, 100_000)).rejects.toThrow(kind('ContractBroken'));
  });

  test('refuses a second gzip member, and joins the frames of zstd', async () => {
    const half = zlib.gzipSync('[1,');
    await expect(strictDecompress(Buffer.concat([half, zlib.gzipSync('2]')]), 'gzip', LIMIT)).rejects.toThrow(
      kind('UpstreamError'),
    );
    const frames = Buffer.concat([zlib.zstdCompressSync('[1,'), zlib.zstdCompressSync('2]')]);
    expect((await strictDecompress(frames, 'zstd', LIMIT)).toString()).toBe('[1,2]');
  });

  test('refuses zstd in more frames than a server sends: each costs time, and an empty one costs no bytes', async () => {
    const frame = zlib.zstdCompressSync('');
    const frames = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => frame));
    expect(await strictDecompress(frames(10), 'zstd', LIMIT)).toHaveLength(0);
    await expect(strictDecompress(frames(11), 'zstd', LIMIT)).rejects.toThrow(kind('UpstreamError'));
  });

  test('refuses a wrong checksum and a wrong length', async () => {
    for (const fromEnd of [8, 4]) {
      const broken = zlib.gzipSync(plain);
      const position = broken.length - fromEnd;
      broken.writeUInt8(broken.readUInt8(position) ^ 1, position);
      await expect(strictDecompress(broken, 'gzip', LIMIT)).rejects.toThrow(kind('UpstreamError'));
    }
  });

  test('reads a gzip header with all its optional fields and checks its checksum', async () => {
    const gzip = zlib.gzipSync(plain);
    const fields = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x02 | 0x04 | 0x08 | 0x10, 0, 0, 0, 0, 0, 3]),
      Buffer.from([2, 0, 0xaa, 0xbb]),
      Buffer.from('name\0comment\0'),
    ]);
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(zlib.crc32(fields) & 0xffff);
    const whole = Buffer.concat([fields, sum, gzip.subarray(10)]);
    expect(await strictDecompress(whole, 'gzip', LIMIT)).toEqual(plain);
    whole[4] = 1;
    await expect(strictDecompress(whole, 'gzip', LIMIT)).rejects.toThrow(kind('UpstreamError'));
    const endless = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0x08]), Buffer.alloc(30, 7)]);
    await expect(strictDecompress(endless, 'gzip', LIMIT)).rejects.toThrow(kind('UpstreamError'));
    const longField = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x04, 0, 0, 0, 0, 0, 3, 0xff, 0xff]),
      Buffer.alloc(30),
    ]);
    await expect(strictDecompress(longField, 'gzip', LIMIT)).rejects.toThrow(kind('UpstreamError'));
  });

  test.each(['compress', 'gzip, gzip', 'aes128gcm'])('refuses the encoding "%s"', async (encoding) => {
    await expect(strictDecompress(plain, encoding, LIMIT)).rejects.toThrow(kind('UpstreamError'));
  });

  test('any cut or flipped bit in a gzip is found, or changes nothing', async () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.integer({ min: 0, max: 7 }), fc.boolean())
      .map(([json, at, bit, isCut]) => {
        const gzip = zlib.gzipSync(json);
        const position = at % gzip.length;
        if (isCut) return { json, gzip: gzip.subarray(0, position) };
        gzip.writeUInt8(gzip.readUInt8(position) ^ (1 << bit), position);
        return { json, gzip };
      });
    await fc.assert(
      fc.asyncProperty(damaged, async ({ json, gzip }) => {
        const outcome = await strictDecompress(gzip, 'gzip', LIMIT).catch((error: CrawlError) => error.kind);
        expect([Buffer.from(json), 'UpstreamError']).toContainEqual(outcome);
      }),
      { numRuns: 400 },
    );
  });
});
