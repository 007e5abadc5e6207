import type { Response } from 'wreq-js';
import { CrawlError } from '../domain/errors.ts';
import { within, type Deadline } from './deadline.ts';

/**
 * Reads a body as it came over the network, still encoded.
 *
 * @param limits the bytes accepted, and one deadline for the whole body: a server that drips never resets it.
 * @throws CrawlError ContractBroken beyond `maxWireBytes`, UpstreamError when the size differs from content-length,
 *   the deadline's failure, or whatever the connection throws.
 */
export async function readWireBody(
  response: Response,
  limits: { maxWireBytes: number; deadline: Deadline },
): Promise<Buffer> {
  const announced = announcedBytes(response);
  if (announced !== null && announced > limits.maxWireBytes) throw tooLarge(limits.maxWireBytes);
  const body = await collect(response, limits);
  if (announced !== null && announced !== body.length) {
    throw new CrawlError('UpstreamError', `Expected ${announced} bytes of body, got ${body.length}`, {
      evidence: { fault: 'truncated', announcedBytes: announced, wireBytes: body.length },
    });
  }
  return body;
}

function announcedBytes(response: Response): number | null {
  const isBodiless = response.status === 204 || response.status === 304;
  const text = response.headers.get('content-length');
  return isBodiless || text === null || !/^\d+$/.test(text) ? null : Number(text);
}

async function collect(
  response: Response,
  { maxWireBytes, deadline }: { maxWireBytes: number; deadline: Deadline },
): Promise<Buffer> {
  const reader = response.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  try {
    return await within(deadline, readAll(reader, maxWireBytes));
  } catch (error) {
    // Not awaited: a cancel may hang on the same dead connection.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxWireBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let wireBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, wireBytes);
    wireBytes += value.byteLength;
    if (wireBytes > maxWireBytes) throw tooLarge(maxWireBytes);
    chunks.push(value);
  }
}

function tooLarge(maxWireBytes: number): CrawlError {
  return new CrawlError(
    'ContractBroken',
    `Expected at most ${maxWireBytes} bytes over the network, got more`,
    {
      evidence: { fault: 'body-too-large', maxWireBytes },
    },
  );
}
