import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { answerGraphql } from '../../../../sandbox/storefront/graphql.ts';
import { readGraphqlRequest } from '../../../../sandbox/storefront/graphql-request.ts';
import {
  FIRST_HASHES,
  OPERATIONS,
  QUERY_TEXTS,
  hashesAfter,
  sha256,
} from '../../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const world = generateWorld({ seed: 1, dispensaries: 1, products: 5 });
const site = { world, pass: () => 0, hashes: () => FIRST_HASHES };

function read(given: {
  method?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: string;
}) {
  const url = new URL(`https://dutchie.sandbox.test/graphql?${new URLSearchParams(given.query).toString()}`);
  const message = {
    method: given.method ?? 'GET',
    headers: given.headers ?? { 'content-type': 'application/json' },
  };
  return readGraphqlRequest(message as unknown as IncomingMessage, url, given.body ?? '');
}

function answer(given: Parameters<typeof read>[0]): { status: number; body: unknown } {
  const result = read(given);
  const found = 'refusal' in result ? result.refusal : answerGraphql(site, result.request);
  return { status: found.status, body: JSON.parse(String(found.body)) };
}

const persisted = (sha256Hash: string) => JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });

describe('the GraphQL endpoint', () => {
  it('has hashes that are the sha-256 of the operation texts', () => {
    for (const operation of OPERATIONS) expect(FIRST_HASHES[operation]).toBe(sha256(QUERY_TEXTS[operation]));
  });

  it('changes every hash in a rotation', () => {
    for (const operation of OPERATIONS) expect(hashesAfter(1)[operation]).not.toBe(FIRST_HASHES[operation]);
  });

  it('blocks a GET that a foreign page could have sent', () => {
    const query = { operationName: 'DispensarySearch', extensions: persisted(FIRST_HASHES.DispensarySearch) };
    expect(answer({ headers: {}, query })).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringContaining('cross-site request forgery') }] },
    });
    expect(answer({ headers: { 'apollo-require-preflight': 'true' }, query }).status).toBe(200);
  });

  it('answers an unknown hash with PersistedQueryNotFound and status 200', () => {
    const given = { operationName: 'FilteredProducts', extensions: persisted('0'.repeat(64)) };
    expect(answer({ query: given })).toMatchObject({
      status: 200,
      body: { errors: [{ message: 'PersistedQueryNotFound' }] },
    });
  });

  it('accepts the full text of an operation instead of a hash', () => {
    const body = JSON.stringify({
      query: QUERY_TEXTS.ConsumerDispensaries,
      variables: { dispensaryFilter: {} },
    });
    expect(answer({ method: 'POST', body })).toMatchObject({
      status: 200,
      body: { data: { filteredDispensaries: expect.any(Array) } },
    });
  });

  it.each([
    [
      'broken variables',
      { query: { operationName: 'FilteredProducts', variables: '{', extensions: persisted('1') } },
    ],
    ['no operation at all', { query: {} }],
    ['a body that is no object', { method: 'POST', body: '[]' }],
  ])('refuses %s with status 400', (_, given) => {
    expect(answer(given).status).toBe(400);
  });
});
