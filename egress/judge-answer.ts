import { CrawlError, type Evidence, type FailureKind } from '../domain/errors.ts';
import { headerOf, type HttpResponse } from './http-transport.ts';
import { parseStrictJson } from './parse-strict-json.ts';
import { placeOf } from './place-of.ts';
import { retryAfterMs } from './retry-after.ts';
import { scrubCredentials } from '../domain/credentials.ts';

/**
 * Parses an answer that must be JSON, or throws a failure whose kind determines the next step.
 *
 * HTML with status 200 counts as Blocked: the API itself never sends HTML, so a bot check answered, and another identity may
 * pass. If the API has really changed, every identity is blocked and the operator is alerted. Any other wrong content type is
 * ContractBroken: an answer in a form that the code does not know.
 * @param nowMs the current time, for a Retry-After that is a date.
 * @throws CrawlError Blocked, RateLimited, NotFound, UpstreamError or ContractBroken, each with a short sample.
 */
export function judgeAnswer(response: HttpResponse, nowMs: number = Date.now()): unknown {
  judgeStatus(response, nowMs);
  const contentType = mediaType(response);
  const place = placeOf(response.url);
  if (looksLikeHtml(response))
    throw failure('Blocked', `Expected JSON from ${place}, got an HTML page`, response);
  if (!/^application\/(.+\+)?json$/.test(contentType)) {
    throw failure(
      'ContractBroken',
      `Expected JSON from ${place}, got the content type "${contentType.slice(0, 60)}"`,
      response,
    );
  }
  // A partial answer (206), or one that an intermediary changed (203), can look complete.
  if (response.status !== 200)
    throw failure('ContractBroken', `Expected 200 with JSON from ${place}, got ${response.status}`, response);
  const parsed = parseStrictJson(response.body);
  if (!parsed.ok)
    throw failure('ContractBroken', `Expected whole JSON from ${place}: ${parsed.reason}`, response);
  return parsed.value;
}

/**
 * Accepts an answer with a success status that is not a challenge page, whatever its content.
 *
 * @throws CrawlError Blocked, RateLimited, NotFound, UpstreamError or ContractBroken.
 */
export function judgeStatus(response: HttpResponse, nowMs: number = Date.now()): void {
  const { status, url } = response;
  if (isChallenge(response))
    throw refusal('Blocked', `Expected an answer from ${placeOf(url)}, got a challenge page`, {
      response,
      nowMs,
    });
  if (status >= 200 && status <= 299) return;
  throw refusal(kindOfStatus(status), `Expected a status of success from ${placeOf(url)}, got ${status}`, {
    response,
    nowMs,
  });
}

/**
 * Accepts an answer that concerns its request alone, such as 401, 404 and 422, too.
 * @throws CrawlError Blocked, RateLimited or UpstreamError, when the site refuses the session or fails
 */
export function judgeRefusal(response: HttpResponse, nowMs: number = Date.now()): void {
  const { status } = response;
  const kind = kindOfStatus(status);
  const isOfRequest = status === 401 || kind === 'NotFound' || kind === 'ContractBroken';
  if (isChallenge(response) || !isOfRequest) judgeStatus(response, nowMs);
}

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'Blocked',
  403: 'Blocked',
  404: 'NotFound',
  406: 'Blocked',
  // From a proxy on the site's side of the tunnel: the request has already passed ours.
  407: 'UpstreamError',
  408: 'UpstreamError',
  410: 'NotFound',
  425: 'UpstreamError',
  429: 'RateLimited',
};

function kindOfStatus(status: number): FailureKind {
  return KIND_BY_STATUS[status] ?? (status >= 500 ? 'UpstreamError' : 'ContractBroken');
}

// Titles and marks of the challenge pages of Cloudflare, DataDome, PerimeterX and Imperva.
const CHALLENGE_MARKS =
  /<title>\s*(just a moment|attention required|access denied|pardon our interruption|please wait)|challenge-platform|cf-chl-|captcha-delivery\.com|px-captcha|_incapsula_resource/i;

const CHALLENGE_SCAN_BYTES = 32_768;

function isChallenge(response: HttpResponse): boolean {
  if (headerOf(response, 'cf-mitigated') === 'challenge') return true;
  return (
    looksLikeHtml(response) && CHALLENGE_MARKS.test(response.body.toString('latin1', 0, CHALLENGE_SCAN_BYTES))
  );
}

function looksLikeHtml(response: HttpResponse): boolean {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(mediaType(response))) return true;
  return /^\s*<(!doctype html|html|head|body)\b/i.test(response.body.toString('latin1', 0, 200));
}

function mediaType(response: HttpResponse): string {
  return (headerOf(response, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function failure(kind: FailureKind, message: string, response: HttpResponse): CrawlError {
  return new CrawlError(kind, message, { evidence: evidenceOf(response) });
}

/** Statuses with a meaningful Retry-After; a challenge page may have them too. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

function refusal(
  kind: FailureKind,
  message: string,
  { response, nowMs }: { response: HttpResponse; nowMs: number },
): CrawlError {
  const mustWait = ASKS_TO_WAIT.has(response.status);
  const waitMs = mustWait ? retryAfterMs(headerOf(response, 'retry-after'), nowMs) : null;
  return new CrawlError(kind, message, {
    evidence: evidenceOf(response),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}

function evidenceOf(response: HttpResponse): Evidence {
  return {
    status: response.status,
    contentType: mediaType(response).slice(0, 100),
    bytes: response.body.length,
    sample: sampleOf(response.body),
  };
}

/** Returns the beginning of an answer, for people to read, with secrets masked. */
export function sampleOf(body: Buffer | string): string {
  // Scrub a longer part than is shown, so that a secret at the cut is masked as a whole.
  const text = scrubCredentials(
    typeof body === 'string' ? body.slice(0, 800) : body.toString('utf8', 0, 800),
  );
  return text
    .replaceAll(/(bearer|token|password|secret|api[-_]?key|session)(["'\s:=]+)[^\s"',;&<>}]+/gi, '$1$2***')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 200);
}
