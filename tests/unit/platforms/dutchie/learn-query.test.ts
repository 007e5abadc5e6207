import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { learnQuery } from '../../../../platforms/dutchie/learn-query.ts';

const HASH = '5c'.repeat(32);
const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: HASH } });
const endpoint = 'https://menus.test/api-3/graphql';
const get = (query: Record<string, string>) => ({
  url: `${endpoint}?${new URLSearchParams(query).toString()}`,
});

describe('a request of a page', () => {
  test('by GET tells its operation and hash', () => {
    expect(learnQuery(get({ operationName: 'FilteredProducts', variables: '{}', extensions }))).toEqual({
      operation: 'FilteredProducts',
      hash: HASH,
    });
  });

  test('by POST tells them in its body', () => {
    const body = JSON.stringify({ operationName: 'FilteredProducts', extensions: JSON.parse(extensions) });
    expect(learnQuery({ url: endpoint, body })).toEqual({ operation: 'FilteredProducts', hash: HASH });
  });

  test.each([
    ['another address', { url: `https://menus.test/track?operationName=A&extensions=${extensions}` }],
    ['no hash', get({ operationName: 'FilteredProducts' })],
    ['a hash that is none', get({ operationName: 'A', extensions: extensions.replace(HASH, 'short') })],
    ['an operation that is no name', get({ operationName: "x'; drop", extensions })],
    ['a body that is no JSON', { url: endpoint, body: 'operationName=A' }],
    ['no address', { url: 'about:blank' }],
  ])('with %s tells nothing', (_title, request) => {
    expect(learnQuery(request)).toBeNull();
  });

  test('of any content never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.json(), { nil: undefined }), (text, body) => {
        expect(learnQuery({ url: `${endpoint}?${text}`, body })).toBeNull();
      }),
    );
  });
});
