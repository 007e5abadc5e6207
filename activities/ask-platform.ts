import { CrawlError } from '../domain/errors.ts';
import type { CrawlSession } from '../egress/session.ts';
import { UnexpectedAnswer, type PlatformRequest } from '../platforms/platform.ts';

/**
 * Sends a platform's request and reads the answer with the platform's parser.
 * @throws CrawlError of the transport; UpstreamError when the platform reports an error in a well-formed answer, which
 *   may pass; ContractBroken when the answer has a form that the parser does not know
 */
export async function askPlatform<Parsed>(
  session: CrawlSession,
  request: PlatformRequest,
  parse: (answer: unknown) => Parsed,
): Promise<Parsed> {
  const answer = await session.askJson(request);
  try {
    return parse(answer);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    const sample = JSON.stringify(answer).slice(0, 200);
    throw new CrawlError(error.complaint !== 'form' ? 'UpstreamError' : 'ContractBroken', error.message, {
      evidence: { operation: request.operation, sample },
      cause: error,
    });
  }
}
