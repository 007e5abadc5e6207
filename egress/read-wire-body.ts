import { CrawlError } from '../domain/errors.ts';
import { within, type Deadline } from './deadline.ts';
import { headerOf } from './http-transport.ts';

/** An answer whose encoded body has not been read yet. */
export type WireAnswer = {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  body: ReadableStream<Uint8Array> | null;
};

export type BodyLimits = {
  maxWireBytes: number;
  /** One deadline for the whole body, so that a server that sends it in drips cannot extend it. */
  deadline: Deadline;
  /** See `HttpRequest.onBytes`. */
  onBytes?: ((bytes: number) => void) | undefined;
};

/**
 * Reads the encoded body from the network.
 *
 * @throws CrawlError ContractBroken beyond a limit, UpstreamError when the size differs from content-length, the deadline's
 *   failure, or whatever the connection throws.
 */
export async function readWireBody(answer: WireAnswer, limits: BodyLimits): Promise<Buffer> {
  const announced = announcedBytes(answer);
  if (announced !== null && announced > limits.maxWireBytes) throw tooLarge(limits.maxWireBytes);
  const bytes = await collect(answer, limits);
  refuseOtherLength(announced, bytes.length);
  return bytes;
}

/**
 * Passes the encoded body on as it comes from the network, without a limit of size or time.
 * @param each the time limit of each chunk
 * @throws CrawlError UpstreamError when the size differs from content-length, the failure of `each`, or whatever the connection
 *   throws.
 */
export async function* streamWireBody(
  answer: WireAnswer,
  { each, onBytes }: { each: Deadline; onBytes?: BodyLimits['onBytes'] },
): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = reader === undefined ? END : await within(each, reader.read());
      if (done) break;
      bytes += value.byteLength;
      onBytes?.(value.byteLength);
      yield value;
    }
    refuseOtherLength(announcedBytes(answer), bytes);
  } finally {
    // Not awaited: a cancel may hang on the same dead connection.
    reader?.cancel().catch(() => undefined);
  }
}

const END = { done: true, value: undefined } as const;

function refuseOtherLength(announced: number | null, bytes: number): void {
  if (announced === null || announced === bytes) return;
  throw new CrawlError('UpstreamError', `Expected ${announced} bytes of body, got ${bytes}`, {
    evidence: { fault: 'truncated', announcedBytes: announced, wireBytes: bytes },
  });
}

/** Returns the size of the body by the answer's own word; null if it gave none. */
export function announcedBytes(answer: WireAnswer): number | null {
  const isBodiless = answer.status === 204 || answer.status === 304;
  const text = headerOf(answer, 'content-length');
  return isBodiless || text === null || !/^\d+$/.test(text) ? null : Number(text);
}

async function collect(answer: WireAnswer, { maxWireBytes, deadline, onBytes }: BodyLimits): Promise<Buffer> {
  const reader = answer.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  try {
    return await within(deadline, readAll(reader, maxWireBytes, onBytes));
  } catch (error) {
    // Not awaited: a cancel may hang on the same dead connection.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  onBytes: BodyLimits['onBytes'],
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, bytes);
    bytes += value.byteLength;
    onBytes?.(value.byteLength);
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(value);
  }
}

function tooLarge(maxBytes: number): CrawlError {
  return new CrawlError('ContractBroken', `Expected a body of at most ${maxBytes} bytes, got more`, {
    evidence: { fault: 'body-too-large', maxBytes },
  });
}
