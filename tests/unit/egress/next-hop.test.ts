import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../egress/http-transport.ts';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import { nextHop } from '../../../egress/next-hop.ts';

const request: HttpRequest = {
  method: 'POST',
  url: 'https://store.com/a/b',
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

/** Resolves every name to a public address, except one name, which resolves to a private address. */
const policy: AddressPolicy = {
  resolveHost: async (host) => [{ address: host === 'inside.com' ? '10.0.0.8' : '1.1.1.1', family: 4 }],
};

describe('nextHop', () => {
  test.each([200, 204, 300, 304, 403, 500])('%i is no redirect', async (status) => {
    expect(await nextHop(request, redirect(status, '/c'), policy)).toBeNull();
  });

  test.each([301, 302, 303])('%i turns a POST into a GET without its body', async (status) => {
    expect(await nextHop(request, redirect(status, '../c?d=1'), policy)).toEqual({
      method: 'GET',
      url: 'https://store.com/c?d=1',
      headers: [
        ['Authorization', 'secret'],
        ['accept', '*/*'],
      ],
    });
  });

  test.each([307, 308])('%i repeats the request as it was', async (status) => {
    expect(await nextHop(request, redirect(status, 'https://store.com/c'), policy)).toEqual({
      ...request,
      url: 'https://store.com/c',
    });
  });

  test('another origin never sees the authorization', async () => {
    const hop = await nextHop(request, redirect(308, 'https://other.com/'), policy);
    expect(hop?.headers.map(([name]) => name)).toEqual(['content-type', 'accept']);
  });

  test('another origin sees none of the headers that a job has set, on no further hop either', async () => {
    const own: HttpRequest = { ...request, headersElsewhere: [['accept', 'text/html']] };
    const there = (await nextHop(own, redirect(307, 'https://other.com/'), policy))!;
    expect(there.headers).toEqual([['accept', 'text/html']]);
    expect((await nextHop(there, redirect(307, 'https://store.com/'), policy))?.headers).toEqual(
      there.headers,
    );
    const here = (await nextHop(own, redirect(307, '/c'), policy))!;
    expect(here.headers).toEqual(own.headers);
    expect((await nextHop(here, redirect(307, 'https://other.com/'), policy))?.headers).toEqual(
      there.headers,
    );
  });

  test.each([
    undefined,
    'http://',
    'http://store.com/plain',
    'https://10.0.0.8/',
    'https://inside.com/',
    'https://localhost/',
    'https://u:p@store.com/',
    'file:///etc/passwd',
  ])('a redirect to %s breaks the contract', async (location) => {
    await expect(nextHop(request, redirect(302, location), policy)).rejects.toThrow(
      expect.objectContaining({ kind: 'ContractBroken' }),
    );
  });
});
