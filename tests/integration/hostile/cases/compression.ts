import zlib from 'node:zlib';
import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, idsOf, products } from '../menu.ts';
import { always } from '../site.ts';

const THREE = products(3);
const PLAIN = Buffer.from(JSON.stringify(answerOf(THREE)));
const GZIP = zlib.gzipSync(PLAIN);
const BROTLI = zlib.brotliCompressSync(PLAIN);
const ZSTD = zlib.zstdCompressSync(PLAIN, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });
const EMPTY_FRAME = zlib.zstdCompressSync('');
const DEFLATE = zlib.deflateSync(PLAIN);

const ACCEPTED: Expected = { ids: idsOf(THREE) };
const DAMAGED: Expected = { kind: 'UpstreamError', evidence: { fault: 'damaged-body' } };
const TOO_LARGE: Expected = { kind: 'ContractBroken', evidence: { fault: 'body-too-large' } };
const BROKEN: Expected = { kind: 'ContractBroken' };

/** Bodies whose compression is damaged, declared wrongly, or meant to exhaust memory. */
export const COMPRESSION_CASES: HostileCase[] = [
  row('gzip', 'gzip', { body: GZIP, says: 'is whole', expected: ACCEPTED }),
  row('brotli', 'br', { body: BROTLI, says: 'is whole', expected: ACCEPTED }),
  row('zstd', 'zstd', { body: ZSTD, says: 'is whole', expected: ACCEPTED }),
  row('deflate', 'deflate', { body: DEFLATE, says: 'is whole', expected: ACCEPTED }),
  row('deflate-bare', 'deflate', {
    body: zlib.deflateRawSync(PLAIN),
    says: 'is bare, without its zlib frame',
    expected: ACCEPTED,
  }),
  row('gzip-cut', 'gzip', {
    body: GZIP.subarray(0, -20),
    says: 'is cut, and the length that is told is that of the cut body',
  }),
  row('gzip-without-trailer', 'gzip', { body: GZIP.subarray(0, -8), says: 'lacks its trailer' }),
  row('gzip-wrong-crc', 'gzip', { body: flipped(GZIP, -8), says: 'has a wrong checksum' }),
  row('gzip-wrong-size', 'gzip', { body: flipped(GZIP, -4), says: 'has a wrong size' }),
  row('gzip-wrong-bit', 'gzip', { body: flipped(GZIP, 40), says: 'has a wrong bit in the middle' }),
  row('gzip-tail', 'gzip', { body: Buffer.concat([GZIP, Buffer.from('and more')]), says: 'has a tail' }),
  row('gzip-twice', 'gzip', { body: Buffer.concat([GZIP, GZIP]), says: 'comes twice in a row' }),
  row('gzip-empty', 'gzip', { body: Buffer.alloc(0), says: 'is empty', expected: BROKEN }),
  row('gzip-header-only', 'gzip', { body: GZIP.subarray(0, 12), says: 'is a header and no more' }),
  row('gzip-not-there', 'gzip', { body: PLAIN, says: 'is announced, the body is plain' }),
  row('gzip-not-announced', null, { body: GZIP, says: 'is there, but not announced', expected: BROKEN }),
  row('brotli-cut', 'br', { body: BROTLI.subarray(0, -5), says: 'is cut' }),
  row('brotli-tail', 'br', { body: Buffer.concat([BROTLI, Buffer.from('tail')]), says: 'has a tail' }),
  row('zstd-cut', 'zstd', { body: ZSTD.subarray(0, -5), says: 'is cut' }),
  row('zstd-wrong-checksum', 'zstd', { body: flipped(ZSTD, -1), says: 'has a wrong checksum' }),
  row('deflate-cut', 'deflate', { body: DEFLATE.subarray(0, -6), says: 'is cut' }),
  row('gzip-nested', 'gzip', {
    body: zlib.gzipSync(GZIP),
    says: 'is wrapped twice and announced once',
    expected: BROKEN,
  }),
  row('gzip-nested-announced', 'gzip, gzip', {
    body: zlib.gzipSync(GZIP),
    says: 'is wrapped twice and announced so',
  }),
  row('unknown', 'compress', { body: GZIP, says: 'is an encoding that nobody asked for' }),
  row('parameter', 'gzip;q=1', { body: GZIP, says: 'has a parameter' }),
  row('bomb-gzip', 'gzip', { body: bomb(zlib.gzipSync), says: 'is a bomb of 120 MB', expected: TOO_LARGE }),
  row('bomb-brotli', 'br', {
    body: bomb(zlib.brotliCompressSync),
    says: 'is a bomb of 120 MB',
    expected: TOO_LARGE,
  }),
  row('bomb-zstd', 'zstd', {
    body: bomb(zlib.zstdCompressSync),
    says: 'is a bomb of 120 MB',
    expected: TOO_LARGE,
  }),
  row('bomb-deflate', 'deflate', {
    body: bomb(zlib.deflateSync),
    says: 'is a bomb of 120 MB',
    expected: TOO_LARGE,
  }),
  row('bomb-nested', 'gzip', {
    body: zlib.gzipSync(bomb(zlib.gzipSync)),
    says: 'is a bomb in a bomb',
    expected: BROKEN,
  }),
  row('zstd-frames', 'zstd', {
    body: Buffer.concat(Array.from({ length: 50_000 }, () => EMPTY_FRAME)),
    says: 'has 50 000 frames',
  }),
];

function row(
  id: string,
  encoding: string | null,
  more: { body: Buffer; says: string; expected?: Expected },
): HostileCase {
  const { body, says, expected = DAMAGED } = more;
  return {
    id: `compression-${id}`,
    says: `${encoding ?? 'gzip'} ${says}`,
    site: always({ headers: { 'content-encoding': encoding }, body }),
    expected,
  };
}

/** Returns a copy with one changed bit in the byte at `place`. A negative place counts from the end. */
function flipped(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = place < 0 ? copy.length + place : place;
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** Compresses so many spaces that the decompressed body exceeds the limit. */
function bomb(compress: (plain: Buffer) => Buffer): Buffer {
  return compress(Buffer.alloc(120_000_000, ' '));
}
