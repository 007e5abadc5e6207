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

/** Who asks whom. */
export interface Asking {
  session: CrawlSession;
  platform: Platform;
  memory: QueryMemory;
}

/** What is asked, and how its answer is read. */
interface Question<Parsed> {
  build(known: QueryKnowledge): PlatformRequest;
  parse: (answer: unknown, request: PlatformRequest) => Parsed;
}

/**
 * Asks a platform and reads the answer with its parser. A hash that the platform does not know is remembered, and the
 * question asked again with the next hash, in the end with the whole query.
 * @throws CrawlError of the session; UpstreamError when the platform reports an error in a well-formed answer, which
 *   may pass; ContractBroken when the answer has a form that the parser does not know
 */
export async function askPlatform<Parsed>(asking: Asking, question: Question<Parsed>): Promise<Parsed> {
  const { platform, memory } = asking;
  for (;;) {
    const request = question.build(await memory.known(platform.name));
    try {
      return await askOnce(asking.session, request, question);
    } catch (error) {
      if (request.queryHash === undefined || !isUnknownQuery(error)) throw error;
      // Each hash is rejected once, so this ends with the query's whole text.
      await memory.reject(platform.name, request.operation, request.queryHash);
    }
  }
}

async function askOnce<Parsed>(
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

/** Some servers say it with status 200, some with 400, where the answer is judged by its status and a sample is left. */
function isUnknownQuery(error: unknown): boolean {
  if (!(error instanceof CrawlError)) return false;
  if (error.cause instanceof UnexpectedAnswer) return error.cause.complaint === 'unknown-query';
  const { status, sample } = error.evidence ?? {};
  return status === 400 && /PersistedQueryNotFound|PERSISTED_QUERY_NOT_FOUND/.test(String(sample));
}
