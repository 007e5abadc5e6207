import { isIP } from 'node:net';
import { CrawlError } from '../domain/errors.ts';
import type { HttpRequest, HttpTransport } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';

const ECHO_TIMEOUT_MS = 15_000;
const ECHO_BYTES_MAX = 10_000;

/**
 * Asks an echo service which address this identity's requests come from.
 *
 * The service answers with the bare address, or with JSON that has it as `ip`, `origin` or `query`.
 * @returns the IPv4 or IPv6 address.
 * @throws CrawlError ProxyFault for any failure on the way, with the first failure as its cause; InvalidInput when `echoUrl`
 *   itself is not allowed; or the reason of an aborted signal.
 */
export async function verifyExitAddress(
  transport: Pick<HttpTransport, 'send'>,
  echoUrl: string,
  { headers = [], signal }: Partial<Pick<HttpRequest, 'headers' | 'signal'>> = {},
): Promise<string> {
  try {
    const response = await transport.send({
      method: 'GET',
      url: echoUrl,
      headers,
      timeoutMs: ECHO_TIMEOUT_MS,
      bodyTimeoutMs: ECHO_TIMEOUT_MS,
      maxWireBytes: ECHO_BYTES_MAX,
      maxBodyBytes: ECHO_BYTES_MAX,
      ...(signal && { signal }),
    });
    judgeStatus(response);
    return addressIn(response.body.toString('utf8'));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CrawlError && (cause.kind === 'InvalidInput' || cause.kind === 'ProxyFault'))
      throw cause;
    throw proxyFault('the echo service cannot be reached through the proxy', cause);
  }
}

function addressIn(text: string): string {
  const trimmed = text.trim();
  const candidate = trimmed.startsWith('{') ? fieldOf(trimmed) : trimmed;
  if (isIP(candidate) === 0) throw proxyFault('the answer holds no address');
  return candidate;
}

function fieldOf(text: string): string {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const address = parsed['ip'] ?? parsed['origin'] ?? parsed['query'];
  return typeof address === 'string' ? address : '';
}

function proxyFault(fact: string, cause?: unknown): CrawlError {
  const because = cause instanceof CrawlError ? { because: cause.kind, ...cause.evidence } : {};
  return new CrawlError('ProxyFault', `Expected the exit address: ${fact}`, {
    evidence: { ...because, fault: 'exit-address' },
    cause,
  });
}
