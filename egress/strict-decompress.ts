import zlib from 'node:zlib';
import { CrawlError } from '../domain/errors.ts';

/**
 * Undoes a content-encoding and verifies that the body is complete.
 *
 * A truncated body, a wrong checksum, bytes after the end and a second gzip member are errors: streaming decoders accept some of
 * these, and half a menu must never look like a complete one. Runs off the event loop.
 * @param contentEncoding gzip, x-gzip, deflate, br, zstd, identity, or null for none.
 * @param maxBytes bytes allowed after decompression.
 * @throws CrawlError UpstreamError for a damaged body or an unknown encoding, ContractBroken for one beyond `maxBytes`.
 */
export async function strictDecompress(
  encoded: Buffer,
  contentEncoding: string | null,
  maxBytes: number,
): Promise<Buffer> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase();
  switch (encoding) {
    case '':
    case 'identity':
      return withinLimit(encoded, maxBytes);
    case 'gzip':
    case 'x-gzip':
      return gunzipOneMember(encoded, maxBytes);
    case 'deflate':
      return inflateEither(encoded, maxBytes);
    case 'br':
      return wholeInput(encoded, await inflateWith(zlib.brotliDecompress, encoded, maxBytes));
    case 'zstd':
      return unzstdFrames(encoded, maxBytes);
    default:
      throw damaged(`expected a content-encoding that was requested, got "${encoding.slice(0, 40)}"`);
  }
}

type Inflated = { output: Buffer; consumedBytes: number };

// RFC 1952: ten fixed bytes, optional fields by flag, deflate data, CRC-32 and length of the plain bytes.
async function gunzipOneMember(encoded: Buffer, maxBytes: number): Promise<Buffer> {
  const dataStart = gzipHeaderBytes(encoded);
  const { output, consumedBytes } = await inflateWith(zlib.inflateRaw, encoded.subarray(dataStart), maxBytes);
  const trailer = encoded.subarray(dataStart + consumedBytes);
  if (trailer.length < 8) throw damaged('expected a gzip trailer, the body ended before it');
  if (trailer.length > 8) {
    throw damaged(`expected one gzip member, found ${trailer.length - 8} bytes after its end`);
  }
  if (trailer.readUInt32LE(0) !== zlib.crc32(output)) throw damaged('gzip checksum does not match');
  if (trailer.readUInt32LE(4) !== output.length % 2 ** 32) throw damaged('gzip length does not match');
  return output;
}

const GZIP_HEADER_CRC = 0x02;
const GZIP_EXTRA = 0x04;
const GZIP_NAME = 0x08;
const GZIP_COMMENT = 0x10;
const GZIP_RESERVED = 0xe0;

function gzipHeaderBytes(encoded: Buffer): number {
  const flags = encoded[3];
  if (encoded.length < 18 || flags === undefined)
    throw damaged(`${encoded.length} bytes are too few for gzip`);
  if (encoded.readUInt32BE(0) >>> 8 !== 0x1f8b08)
    throw damaged('the content-encoding is gzip, but the body does not begin with a gzip header');
  if (flags & GZIP_RESERVED) throw damaged('gzip header has reserved flags');
  let position = 10;
  if (flags & GZIP_EXTRA) position += 2 + encoded.readUInt16LE(position);
  if (flags & GZIP_NAME) position = afterZeroByte(encoded, position);
  if (flags & GZIP_COMMENT) position = afterZeroByte(encoded, position);
  if (flags & GZIP_HEADER_CRC) {
    const isInside = position + 2 <= encoded.length;
    const expected = zlib.crc32(encoded.subarray(0, position)) & 0xffff;
    if (!isInside || encoded.readUInt16LE(position) !== expected)
      throw damaged('gzip header checksum does not match');
    position += 2;
  }
  return position;
}

function afterZeroByte(encoded: Buffer, from: number): number {
  const zeroAt = encoded.indexOf(0, from);
  if (zeroAt === -1) throw damaged('gzip header has no end');
  return zeroAt + 1;
}

// "deflate" means zlib data in the standard and raw deflate data on some servers; the first two bytes decide.
async function inflateEither(encoded: Buffer, maxBytes: number): Promise<Buffer> {
  const isZlib =
    encoded.length >= 2 && (encoded.readUInt8(0) & 0x0f) === 8 && encoded.readUInt16BE(0) % 31 === 0;
  const method = isZlib ? zlib.inflate : zlib.inflateRaw;
  return wholeInput(encoded, await inflateWith(method, encoded, maxBytes));
}

/** More frames count as damage: servers send one or a few, and each costs a round trip through the thread pool, however small it is. */
const ZSTD_FRAMES_MAX = 10;

// A zstd body is one or more frames; the decoder stops after each.
async function unzstdFrames(encoded: Buffer, maxBytes: number): Promise<Buffer> {
  const outputs: Buffer[] = [];
  let position = 0;
  let outputBytes = 0;
  do {
    if (outputs.length === ZSTD_FRAMES_MAX) {
      throw damaged(`expected at most ${ZSTD_FRAMES_MAX} zstd frames, found more`);
    }
    const frame = await inflateWith(zlib.zstdDecompress, encoded.subarray(position), maxBytes - outputBytes);
    if (frame.consumedBytes === 0) throw damaged('zstd frame has no end');
    outputs.push(frame.output);
    position += frame.consumedBytes;
    outputBytes += frame.output.length;
  } while (position < encoded.length);
  return Buffer.concat(outputs);
}

type ZlibMethod = (
  encoded: Buffer,
  options: { info: true; maxOutputLength: number; chunkSize: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** Menus are smaller than this; they are decompressed in chunks of a matching size. */
const USUAL_BYTES_MAX = 4_000_000;

const PIECE_BYTES_MIN = 16_384;
const PIECE_BYTES_MAX = 1_048_576;

/**
 * The usual compression ratio of a menu, from which the size of a chunk is chosen: each chunk costs a round trip through the thread pool.
 */
const USUAL_RATIO = 16;

/**
 * Decompresses in chunks. Data larger than any menu is decompressed again, into a single chunk of the maximum size: the system gets a chunk
 * of that size back when the chunk is freed, whereas the memory of a thousand small chunks stays with the process.
 */
async function inflateWith(method: unknown, encoded: Buffer, maxBytes: number): Promise<Inflated> {
  const usualBytes = Math.min(maxBytes, USUAL_BYTES_MAX);
  const pieceBytes = Math.min(PIECE_BYTES_MAX, Math.max(PIECE_BYTES_MIN, encoded.length * USUAL_RATIO));
  try {
    return await inflateInto(method, encoded, { pieceBytes, maxBytes: usualBytes });
  } catch (error) {
    if (!isTooLarge(error) || usualBytes === maxBytes) throw meaningOf(error as Error, maxBytes);
  }
  try {
    return await inflateInto(method, encoded, { pieceBytes: maxBytes + 1, maxBytes });
  } catch (error) {
    throw meaningOf(error as Error, maxBytes);
  }
}

// The limit works because these functions collect the output themselves; the stream classes ignore it.
function inflateInto(
  method: unknown,
  encoded: Buffer,
  { pieceBytes, maxBytes }: { pieceBytes: number; maxBytes: number },
): Promise<Inflated> {
  return new Promise((resolve, reject) => {
    const options = { info: true, maxOutputLength: Math.max(1, maxBytes), chunkSize: pieceBytes } as const;
    (method as ZlibMethod)(encoded, options, (error, result) => {
      if (error) {
        reject(error);
        return;
      }
      // With `info`, the result has the output and the engine, which counts the consumed bytes; the types omit this.
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      resolve({ output: buffer, consumedBytes: engine.bytesWritten });
    });
  });
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
}

function meaningOf(error: Error, maxBytes: number): CrawlError {
  if (isTooLarge(error)) return tooLarge(maxBytes, error);
  return damaged(`the body cannot be decompressed: ${error.message}`, error);
}

function wholeInput(encoded: Buffer, { output, consumedBytes }: Inflated): Buffer {
  if (consumedBytes !== encoded.length) {
    throw damaged(`compressed data ends after ${consumedBytes} of ${encoded.length} bytes`);
  }
  return output;
}

function withinLimit(body: Buffer, maxBytes: number): Buffer {
  if (body.length > maxBytes) throw tooLarge(maxBytes);
  return body;
}

function tooLarge(maxBytes: number, cause?: unknown): CrawlError {
  return new CrawlError('ContractBroken', `Expected a body of at most ${maxBytes} bytes, got more`, {
    evidence: { fault: 'body-too-large', maxBytes },
    cause,
  });
}

function damaged(fact: string, cause?: unknown): CrawlError {
  return new CrawlError('UpstreamError', `Damaged body: ${fact}`, {
    evidence: { fault: 'damaged-body' },
    cause,
  });
}
