import type { Appearance } from '../domain/identity.ts';
import { browserHeaders } from './browser-headers.ts';
import type { HttpResponse, HttpTransport } from './http-transport.ts';
import { judgeRefusal } from './judge-answer.ts';
import type { Robots, RobotsFetch } from './robots.ts';
import { sendPaced } from './send-paced.ts';
import { mergeHeaders, readyRequest, type SessionRequest } from './session-request.ts';
import type { AnyPlatform, RequestPacing, SessionPurpose } from './session.ts';

/** What a session sends its requests with. */
export interface SessionParts {
  tools: { pacing: RequestPacing; robots: Robots };
  purpose: Pick<SessionPurpose<AnyPlatform>, 'platform' | 'obeysRobots' | 'signal'>;
  identity: Appearance;
  transport: HttpTransport;
  robotsFetch: RobotsFetch;
}

/**
 * Sends a request of a job as its identity's browser would, at the platform's pace.
 * @throws CrawlError InvalidInput; Blocked, RateLimited or UpstreamError, when the site refuses the session or fails
 */
export async function sendRequest(
  { tools, purpose, identity, transport, robotsFetch }: SessionParts,
  wanted: SessionRequest,
): Promise<HttpResponse> {
  const { method, url, body, contentType, maxBytes, headers: own } = readyRequest(wanted);
  const { platform, obeysRobots, signal } = purpose;
  const { origin } = new URL(url);
  const facts =
    body === undefined ? {} : { origin, bodyBytes: body.length, ...(contentType && { contentType }) };
  // Those of the job may hold secrets, which no other site is to see.
  const headersElsewhere = browserHeaders(identity, { referer: `${origin}/`, ...facts });
  const headers = mergeHeaders(headersElsewhere, own);
  const turn = { platform, url, obeysRobots, signal };
  await tools.robots.assertAllowed(turn, robotsFetch);
  const limits = { maxWireBytes: maxBytes, maxBodyBytes: maxBytes };
  return sendPaced(tools.pacing, turn, async () => {
    const sent = {
      method,
      url,
      headers,
      headersElsewhere,
      signal,
      ...limits,
      ...(body === undefined ? {} : { body }),
    };
    const answer = await transport.send(sent);
    judgeRefusal(answer);
    return answer;
  });
}
