import { headerOf, type HttpRequest, type HttpTransport } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';
import type { ReadFile } from './session.ts';

/** Limited because the file is held in memory until it is written. */
const FILE_BYTES_MAX = 50_000_000;

/** Long enough for a large file through a slow proxy. */
const BODY_TIMEOUT_MS = 5 * 60_000;

/**
 * Reads a file or page of any type. The transport's policy decides which addresses are allowed: by default only https.
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
