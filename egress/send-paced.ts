import { CrawlError } from '../domain/errors.ts';
import { isCertainFault } from '../domain/proxy-state.ts';
import { waitFor } from '../observability/waits.ts';
import { paceTarget } from './pacing.ts';
import type { RequestPacing, RequestResult, PaceRequest } from './session.ts';

/** Limit of a path in heartbeats, in characters. */
const PATH_LENGTH_MAX = 200;

/**
 * Sends a request when its permit is granted, and reports the outcome to the pacing.
 * @param send may call its argument when the answer begins, if the whole answer takes longer than the site's pace shows
 * @throws CrawlError what `send` throws; a ProxyFault that may be the site's fault becomes an UpstreamError
 */
export async function sendPaced<Answer>(
  pacing: RequestPacing,
  request: PaceRequest,
  send: (noteAnswer: () => void) => Promise<Answer>,
): Promise<Answer> {
  const turn = await waitFor(`a turn at ${paceTarget(request)}`, () => pacing.acquirePermit(request));
  const startedAt = performance.now();
  // A permit that cannot be ended expires by itself; only the answer or the failure matters.
  const end = (result: RequestResult): Promise<void> => turn.end(result).catch(() => undefined);
  try {
    let answeredAt: number | null = null;
    const noteAnswer = (): void => void (answeredAt ??= performance.now());
    const answer = await waitFor(answerTo(request), () => blameless(send(noteAnswer)));
    await end({ outcome: 'answered', durationMs: (answeredAt ?? performance.now()) - startedAt });
    return answer;
  } catch (error) {
    await end(resultOf(error, performance.now() - startedAt));
    throw error;
  }
}

/** Names the awaited answer, for heartbeats. Leaves out the query, which may contain a signature. */
function answerTo({ url, operation }: PaceRequest): string {
  const { host, pathname } = new URL(url);
  if (operation !== undefined) return `the answer of ${host} to ${operation}`;
  return `the answer of ${host} to ${pathname.slice(0, PATH_LENGTH_MAX)}`;
}

function resultOf(error: unknown, durationMs: number): RequestResult {
  if (!(error instanceof CrawlError)) return { outcome: 'failed', durationMs };
  const { retryAfterMs } = error;
  return {
    outcome: outcomeOf(error),
    durationMs,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function outcomeOf({ kind, evidence }: CrawlError): RequestResult['outcome'] {
  // A challenge page with 429 is a block for the identity, but a limit for the pace.
  if (kind === 'RateLimited' || evidence?.['status'] === 429) return 'limited';
  return kind === 'Blocked' ? 'blocked' : 'failed';
}

/**
 * Turns an uncertain ProxyFault into an UpstreamError: the proxy has just worked, and a tunnel does not show which of its ends
 * failed. Blaming the proxy would let one host that is down take every proxy out of use. What only the proxy can have caused
 * remains its fault.
 */
async function blameless<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CrawlError) || error.kind !== 'ProxyFault') throw error;
    if (isCertainFault(error.evidence?.['fault'])) throw error;
    throw new CrawlError('UpstreamError', error.message, {
      ...(error.evidence === undefined ? {} : { evidence: error.evidence }),
      cause: error,
    });
  }
}
