import { CrawlError } from '../domain/errors.ts';
import { sampleOf } from '../egress/judge-answer.ts';
import type { CrawlSession } from '../egress/session.ts';
import {
  UnexpectedAnswer,
  type Platform,
  type PlatformRequest,
  type QueryKnowledge,
} from '../platforms/platform.ts';
import type { QueryMemory } from './query-memory.ts';

/** The session, the platform and what is known of its queries. */
export interface Asking {
  session: CrawlSession;
  platform: Platform;
  memory: QueryMemory;
}

/** Builds a request and parses its answer. */
interface Question<Parsed> {
  build(known: QueryKnowledge): PlatformRequest;
  parse: (answer: unknown, request: PlatformRequest) => Parsed;
}

/**
 * Sends a request to a platform and parses the answer. If the platform does not know the query's hash, the hash is recorded as
 * rejected and the request is repeated with the next hash, and finally with the whole query.
 * @throws CrawlError of the session; UpstreamError when the platform reports an error in a well-formed answer, which may be
 *   temporary; ContractBroken when the answer has a form that the parser does not know
 */
export async function fetchFromPlatform<Parsed>(asking: Asking, question: Question<Parsed>): Promise<Parsed> {
  const { platform, memory } = asking;
  for (;;) {
    const request = question.build(await memory.known(platform.name));
    try {
      return await fetchOnce(asking.session, request, question);
    } catch (error) {
      if (request.queryHash === undefined || !isUnknownQuery(error)) throw error;
      // Each hash is rejected only once, so the loop ends with the whole query.
      await memory.reject(platform.name, request.operation, request.queryHash);
    }
  }
}

async function fetchOnce<Parsed>(
  session: CrawlSession,
  request: PlatformRequest,
  { parse }: Question<Parsed>,
): Promise<Parsed> {
  const answer = await session.askJson(request);
  try {
    return parse(answer, request);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    const sample = sampleOf(JSON.stringify(answer));
    throw new CrawlError(error.complaint === 'form' ? 'ContractBroken' : 'UpstreamError', error.message, {
      evidence: { operation: request.operation, sample },
      cause: error,
    });
  }
}

/**
 * Whether the platform does not know the hash of a query. Some servers report this with status 200, some with 400. With 400, the
 * error has only the status and a sample of the answer.
 */
function isUnknownQuery(error: unknown): boolean {
  if (!(error instanceof CrawlError)) return false;
  if (error.cause instanceof UnexpectedAnswer) return error.cause.complaint === 'unknown-query';
  const { status, sample } = error.evidence ?? {};
  return status === 400 && /PersistedQueryNotFound|PERSISTED_QUERY_NOT_FOUND/.test(String(sample));
}
