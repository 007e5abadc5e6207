import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CrawlError } from '../domain/errors.ts';
import { RAW_BYTES_MAX } from './payload-files.ts';

/**
 * Streams a payload's JSON from its file's bytes, so that the JSON is never in memory as a whole. The stream fails with
 * CorruptPayload if the JSON has more than `bytesMax` bytes, or if the file is no gzip.
 */
export function openPayloadJson(compressed: Buffer, bytesMax = RAW_BYTES_MAX): Readable {
  const gunzip = createGunzip();
  const bounded = new Transform({ transform: countUpTo(bytesMax) });
  gunzip.on('error', (cause) => bounded.destroy(corrupt('it does not decompress', cause)));
  bounded.on('close', () => gunzip.destroy());
  gunzip.pipe(bounded);
  gunzip.end(compressed);
  return bounded;
}

function countUpTo(bytesMax: number) {
  let bytes = 0;
  return (chunk: Buffer, _encoding: string, done: TransformCallback): void => {
    bytes += chunk.length;
    if (bytes > bytesMax) done(corrupt(`it has more than ${bytesMax} bytes`));
    else done(null, chunk);
  };
}

function corrupt(fact: string, cause?: unknown): CrawlError {
  return new CrawlError('CorruptPayload', `Expected the gzipped JSON of a payload: ${fact}`, { cause });
}
