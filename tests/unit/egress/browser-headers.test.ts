import { describe, expect, test } from 'vitest';
import { BROWSER_PROFILES } from '../../../domain/browser-profiles.ts';
import type { LeasedIdentity } from '../../../domain/identity.ts';
import { browserHeaders, type RequestPurpose } from '../../../egress/browser-headers.ts';

function identityOf(name: string): Pick<LeasedIdentity, 'profile' | 'acceptLanguage'> {
  const profile = BROWSER_PROFILES.find((candidate) => candidate.name === name);
  if (!profile) throw new Error(`no profile ${name}`);
  return { profile, acceptLanguage: 'en-US,en;q=0.9' };
}

const post = {
  contentType: 'application/json',
  bodyBytes: 12,
  origin: 'https://store.test',
  referer: 'https://store.test/menu',
  own: [['apollographql-client-name', 'Marketplace (production)']] as const,
};

const orderOf = (name: string, facts = {}) =>
  browserHeaders(identityOf(name), facts).map(([header]) => header);

describe('browserHeaders', () => {
  test('a POST by Chrome 131 has the order of its fetch()', () => {
    expect(orderOf('chrome-131-windows', post)).toEqual([
      'content-length',
      'sec-ch-ua-platform',
      'user-agent',
      'sec-ch-ua',
      'content-type',
      'apollographql-client-name',
      'sec-ch-ua-mobile',
      'accept',
      'origin',
      'sec-fetch-site',
      'sec-fetch-mode',
      'sec-fetch-dest',
      'referer',
      'accept-encoding',
      'accept-language',
      'priority',
    ]);
  });

  test('Firefox ends with its own marks and sends no client hints', () => {
    const order = orderOf('firefox-133-windows', post);
    expect(order.slice(-2)).toEqual(['priority', 'te']);
    expect(order.filter((name) => name.startsWith('sec-ch-'))).toEqual([]);
  });

  test('a GET leaves the slots of the body out', () => {
    const order = orderOf('chrome-120-windows');
    for (const absent of ['content-length', 'content-type', 'origin', 'referer', 'priority', '*']) {
      expect(order).not.toContain(absent);
    }
  });

  test.each(
    BROWSER_PROFILES.flatMap(({ name }) =>
      (['json', 'image', 'page'] as RequestPurpose[]).map((purpose) => [name, purpose] as const),
    ),
  )('%s asking for %s names each header once and says what it wants', (name, purpose) => {
    const headers = browserHeaders(identityOf(name), { ...post, purpose });
    const names = headers.map(([header]) => header);
    expect(new Set(names).size).toBe(names.length);
    const found = Object.fromEntries(headers);
    expect(found['sec-fetch-dest']).toBe({ json: 'empty', image: 'image', page: 'document' }[purpose]);
    expect(found['accept-language']).toBe('en-US,en;q=0.9');
    expect(found['accept-encoding']).toMatch(/^gzip, deflate, br/);
  });
});
