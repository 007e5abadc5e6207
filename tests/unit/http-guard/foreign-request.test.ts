import { describe, expect, it } from 'vitest';
import { foreignRequest } from '../../../http-guard/foreign-request.ts';

const HOST = '127.0.0.1:8233';

function judge(method: string, headers: Record<string, string> = {}): string | null {
  return foreignRequest({ method, headers: { host: HOST, ...headers } });
}

describe('a server of this machine takes', () => {
  it.each(['127.0.0.1:8233', 'localhost', 'localhost:80', '[::1]:3000', '127.1.2.3'])('%s', (host) => {
    expect(judge('POST', { host })).toBeNull();
  });

  it('what programs send, which name no page', () => {
    for (const method of ['GET', 'POST', 'DELETE']) expect(judge(method)).toBeNull();
  });

  it('what its own pages send, and what a person types into the address bar', () => {
    expect(judge('POST', { 'sec-fetch-site': 'same-origin', origin: `http://${HOST}` })).toBeNull();
    expect(judge('GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBeNull();
  });

  it('a link on a page of another site that a person follows', () => {
    expect(judge('GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBeNull();
  });
});

describe('a server of this machine refuses', () => {
  it.each([
    'evil.example',
    'evil.example:8233',
    'localhost.evil.example',
    '10.0.0.1',
    '127.0.0.1.evil.example',
    '',
  ])('the name %j, whatever is asked', (host) => {
    expect(judge('GET', { host, 'sec-fetch-mode': 'navigate' })).toBe(
      `The Host header is ${JSON.stringify(host)}; without a login, this server takes localhost, 127.0.0.1 and [::1].`,
    );
  });

  it('what pages of other sites, and other ports of this machine, send by script or form', () => {
    for (const site of ['cross-site', 'same-site']) {
      expect(judge('GET', { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })).toContain(site);
      expect(judge('POST', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toContain(site);
    }
  });

  it.each(['http://evil.example', 'http://127.0.0.1:9999', `http://${HOST}.evil.example`, 'file:', 'null'])(
    'a change from the origin %s, where the browser says no more',
    (origin) => {
      expect(judge('POST', { origin })).toBe(
        `A page of another site sent this request: its Origin is "${origin}", and it came for ${HOST}.`,
      );
      expect(judge('GET', { origin })).toBeNull();
    },
  );
});
