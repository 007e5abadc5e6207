import type { HttpRequest, HttpResponse, HttpTransport } from './http-transport.ts';
import { judgeAnswer } from './judge-answer.ts';

/**
 * Sends a request whose answer must be JSON.
 *
 * @throws CrawlError whatever `HttpTransport.send` and `judgeAnswer` throw.
 */
export async function fetchJson(
  transport: Pick<HttpTransport, 'send'>,
  request: HttpRequest,
): Promise<{ json: unknown; response: HttpResponse }> {
  const response = await transport.send(request);
  return { json: judgeAnswer(response), response };
}
