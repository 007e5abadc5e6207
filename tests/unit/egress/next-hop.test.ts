import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../egress/http-transport.ts';
import { nextHop } from '../../../egress/next-hop.ts';

const request: HttpRequest = {
  method: 'POST',
  url: 'https://store.test/a/b',
  headers: [
    ['Authorization', 'secret'],
    ['content-type', 'application/json'],
    ['accept', '*/*'],
  ],
  body: '{}',
};

const redirect = (status: number, location?: string) => ({
  status,
  headers: location === undefined ? [] : ([['location', location]] as [string, string][]),
});

describe('nextHop', () => {
  test.each([200, 204, 300, 304, 403, 500])('%i is no redirect', (status) => {
    expect(nextHop(request, redirect(status, '/c'), {})).toBeNull();
  });

  test.each([301, 302, 303])('%i turns a POST into a GET without its body', (status) => {
    expect(nextHop(request, redirect(status, '../c?d=1'), {})).toEqual({
      method: 'GET',
      url: 'https://store.test/c?d=1',
      headers: [
        ['Authorization', 'secret'],
        ['accept', '*/*'],
      ],
    });
  });

  test.each([307, 308])('%i repeats the request as it was', (status) => {
    expect(nextHop(request, redirect(status, 'https://store.test/c'), {})).toEqual({
      ...request,
      url: 'https://store.test/c',
    });
  });

  test('another origin never sees the authorization', () => {
    const hop = nextHop(request, redirect(308, 'https://other.test/'), {});
    expect(hop?.headers.map(([name]) => name)).toEqual(['content-type', 'accept']);
  });

  test.each([
    undefined,
    'http://',
    'http://store.test/plain',
    'https://10.0.0.8/',
    'https://u:p@store.test/',
    'file:///etc/passwd',
  ])('a redirect to %s breaks the contract', (location) => {
    expect(() => nextHop(request, redirect(302, location), {})).toThrow(
      expect.objectContaining({ kind: 'ContractBroken' }),
    );
  });
});
