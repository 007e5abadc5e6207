import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, products } from '../menu.ts';
import { always, type Reply } from '../site.ts';

const MENU = JSON.stringify(answerOf(products(3)));
const BLOCKED: Expected = { kind: 'Blocked' };
const page = (title: string, body = ''): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const html = (body: string, status = 200): Reply => ({ status, type: 'text/html; charset=utf-8', body });

/** Refusals: by a block page, by a status, or by both. */
export const REFUSAL_CASES: HostileCase[] = [
  row('html-with-200', 'An HTML page comes with 200', html(page('Welcome')), BLOCKED),
  row('html-as-json', 'An HTML page calls itself JSON', { body: page('Welcome') }, BLOCKED),
  row('html-after-spaces', 'An HTML page begins with spaces', { body: `\n\n  ${page('Welcome')}` }, BLOCKED),
  row('html-fragment', 'Half a page of HTML calls itself HTML', html('<p>Sorry'), BLOCKED),
  row('gate-with-403', 'A gate answers 403', html(page('Attention Required! | Cloudflare'), 403), BLOCKED),
  row('gate-with-503', 'A gate answers 503', html(page('Just a moment...'), 503), BLOCKED),
  {
    ...row(
      'gate-with-429',
      'A gate answers 429, and each further identity waits as long as it says',
      { ...html(page('Just a moment...'), 429), headers: { 'retry-after': '1' } },
      BLOCKED,
    ),
    withinMs: 20_000,
  },
  row(
    'gate-by-script',
    'A page carries the script of a challenge',
    html(page('Store', '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>')),
    BLOCKED,
  ),
  row(
    'gate-by-captcha',
    'A page carries a captcha',
    html(page('Store', '<script src="https://ct.captcha-delivery.com/c.js"></script>')),
    BLOCKED,
  ),
  row(
    'gate-by-header',
    'A header says that a challenge stands before the JSON',
    { headers: { 'cf-mitigated': 'challenge' }, body: MENU },
    BLOCKED,
  ),
  row('html-with-500', 'A page of an error comes with 500', html(page('Oops'), 500), {
    kind: 'UpstreamError',
  }),
  row(
    'plain-text',
    'Plain text comes with 200',
    { type: 'text/plain', body: MENU },
    { kind: 'ContractBroken' },
  ),
  row(
    'image',
    'A picture comes with 200',
    { type: 'image/png', body: '\u0089PNG' },
    { kind: 'ContractBroken' },
  ),
  row(
    'no-type',
    'JSON comes without a type',
    { headers: { 'content-type': null }, body: MENU },
    {
      kind: 'ContractBroken',
    },
  ),
  ...Object.entries({
    400: 'ContractBroken',
    401: 'Blocked',
    402: 'ContractBroken',
    403: 'Blocked',
    404: 'NotFound',
    405: 'ContractBroken',
    406: 'Blocked',
    408: 'UpstreamError',
    410: 'NotFound',
    413: 'ContractBroken',
    418: 'ContractBroken',
    425: 'UpstreamError',
    451: 'ContractBroken',
    500: 'UpstreamError',
    501: 'UpstreamError',
    502: 'UpstreamError',
    503: 'UpstreamError',
    504: 'UpstreamError',
    520: 'UpstreamError',
    530: 'UpstreamError',
    599: 'UpstreamError',
  } as const).map(([status, kind]) =>
    row(
      `status-${status}`,
      `A menu comes with ${status}`,
      { status: Number(status), body: MENU },
      {
        kind,
        evidence: { status: Number(status) },
      },
    ),
  ),
  // Inside a tunnel, only the site itself can send this status.
  row(
    'status-407',
    'The site itself asks for a proxy’s credentials',
    { status: 407 },
    { kind: 'UpstreamError' },
  ),
  ...limits(),
];

/**
 * Returns cases with 429: the next attempt waits for Retry-After within limits, and no proxy is blamed. If Retry-After is unreadable, the
 * pace decides.
 */
function limits(): HostileCase[] {
  const HOUR_MS = 3_600_000;
  return Object.entries({
    'in-seconds': ['7', 7_000],
    'at-a-date': [new Date(Date.now() - 60_000).toUTCString(), 1_000],
    'not-told': [null],
    'of-zero': ['0', 1_000],
    'below-zero': ['-5'],
    'of-years': ['999999999999', HOUR_MS],
    'at-a-far-date': ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR_MS],
    'in-words': ['soon'],
    'with-exponent': ['1e9'],
  } as const).map(([id, [reported, retryAfterMs]]) =>
    row(
      `limit-${id}`,
      `Too many requests; the wait is ${reported ?? 'not told'}`,
      { status: 429, headers: { 'retry-after': reported }, body: '{}' },
      { kind: 'RateLimited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    ),
  );
}

function row(id: string, says: string, ...[answer, expected]: [Reply, Expected]): HostileCase {
  return { id, says, site: always(answer), expected };
}
