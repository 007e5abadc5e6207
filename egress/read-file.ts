import { headerOf, type HttpRequest, type HttpTransport } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';
import type { ReadFile } from './session.ts';

/** It is held in memory until it is written. */
const FILE_BYTES_MAX = 50_000_000;

/** A large file through a slow proxy. */
const BODY_TIMEOUT_MS = 5 * 60_000;

/**
 * Reads what lies at an address, whatever it is. Which addresses may be asked is the transport's policy: https only by
 * default.
 * @throws CrawlError ContractBroken for more than 50 MB, and whatever `HttpTransport.send` and `judgeStatus` throw
 */
export async function readFile(
  transport: HttpTransport,
  url: string,
  { headers, signal }: Pick<HttpRequest, 'headers'> & { signal: AbortSignal },
): Promise<ReadFile> {
  const response = await transport.send({
    method: 'GET',
    url,
    headers,
    signal,
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    maxWireBytes: FILE_BYTES_MAX,
    maxBodyBytes: FILE_BYTES_MAX,
  });
  judgeStatus(response);
  const [contentType = ''] = (headerOf(response, 'content-type') ?? '').split(';');
  return { bytes: response.body, contentType: contentType.trim().toLowerCase() };
}
