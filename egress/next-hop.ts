import { CrawlError } from '../domain/errors.ts';
import { assertPublicAddress, type AddressPolicy } from './address-guard.ts';
import { headerOf, type HttpRequest, type HttpResponse } from './http-transport.ts';

const KEEPS_METHOD = new Set([307, 308]);
const TURNS_TO_GET = new Set([301, 302, 303]);
const BODY_HEADERS = new Set(['content-length', 'content-type', 'origin']);
const SECRET_HEADERS = new Set(['authorization', 'cookie']);

/** Whether a response with this status leads to another address. */
export function isRedirect(status: number): boolean {
  return KEEPS_METHOD.has(status) || TURNS_TO_GET.has(status);
}

/**
 * Returns the request that a redirect leads to, or null when the response is not a redirect.
 *
 * @throws CrawlError ContractBroken for a redirect without a usable address, or to a forbidden one.
 */
export async function nextHop(
  request: HttpRequest,
  response: Pick<HttpResponse, 'status' | 'headers'>,
  policy: AddressPolicy,
): Promise<HttpRequest | null> {
  const { status } = response;
  if (!isRedirect(status)) return null;
  const target = await targetOf(request, response, policy);
  const isSameOrigin = target.origin === new URL(request.url).origin;
  const { method } = request;
  const becomesGet = TURNS_TO_GET.has(status) && (method === 'POST' || (status === 303 && method === 'PUT'));
  const { body, headersElsewhere, ...rest } = request;
  const headers = isSameOrigin ? request.headers : (headersElsewhere ?? request.headers);
  return {
    ...rest,
    url: target.href,
    method: becomesGet ? 'GET' : method,
    headers: headers.filter(([name]) => {
      const lowered = name.toLowerCase();
      return !(becomesGet && BODY_HEADERS.has(lowered)) && (isSameOrigin || !SECRET_HEADERS.has(lowered));
    }),
    ...(body !== undefined && !becomesGet && { body }),
    ...(isSameOrigin && headersElsewhere !== undefined && { headersElsewhere }),
  };
}

async function targetOf(
  request: HttpRequest,
  response: Pick<HttpResponse, 'status' | 'headers'>,
  policy: AddressPolicy,
): Promise<URL> {
  const location = headerOf(response, 'location');
  const evidence = { fault: 'redirect', status: response.status };
  if (location === null || !URL.canParse(location, request.url)) {
    throw new CrawlError('ContractBroken', 'Expected a redirect with a usable address, got none', {
      evidence,
    });
  }
  try {
    return await assertPublicAddress(new URL(location, request.url).href, policy);
  } catch (cause) {
    throw new CrawlError('ContractBroken', 'Expected a redirect to an address that may be requested', {
      evidence,
      cause,
    });
  }
}
