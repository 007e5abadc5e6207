import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../sandbox/storefront/answer.ts';
import { answerGraphql } from '../../sandbox/storefront/graphql.ts';
import { readGraphqlRequest } from '../../sandbox/storefront/graphql-request.ts';
import { answerRest, readRestRequest } from '../../sandbox/storefront/rest.ts';
import type { Site } from '../../sandbox/storefront/site.ts';
import type { PlatformRequest } from '../../platforms/platform.ts';

/** Returns the response of the sandbox's storefront to a platform's request, without a server or a proxy in between. */
export function fetchStorefront(site: Site, request: PlatformRequest): { status: number; answer: unknown } {
  const message = { method: request.method, headers: Object.fromEntries(request.headers) } as IncomingMessage;
  const { status, body } = answerOf(site, { message, url: new URL(request.url), body: request.body ?? '' });
  return { status, answer: JSON.parse(String(body)) };
}

function answerOf(
  site: Site,
  { message, url, body }: { message: IncomingMessage; url: URL; body: string },
): Answer {
  const rest = readRestRequest(message, url);
  if (rest !== null) return answerRest(site, rest);
  const graphql = readGraphqlRequest(message, url, body);
  return 'refusal' in graphql ? graphql.refusal : answerGraphql(site, graphql.request);
}
