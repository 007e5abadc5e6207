import { describe, expect, test } from 'vitest';
import type { Proxy } from '../../../domain/identity.ts';
import { makeIdentity } from '../../../egress/make-identity.ts';
import type { SessionPurpose } from '../../../egress/session.ts';

const proxy: Proxy = { id: 1, protocol: 'http', host: 'proxy.net', port: 1, username: null, password: null };
const purpose: SessionPurpose = {
  platform: 'dutchie',
  target: 'dutchie',
  stateCode: 'NY',
  countryCode: null,
  timeZone: null,
  pageUrl: 'https://dutchie.com/',
  attemptKey: 'run-1',
  signal: new AbortController().signal,
};

describe('makeIdentity', () => {
  test('gives the language and the time zone of the dispensary’s state', () => {
    expect(makeIdentity(purpose, { number: 0, proxy }).timeZone).toBe('America/New_York');
    const canadian = makeIdentity({ ...purpose, stateCode: 'ON' }, { number: 0, proxy });
    expect(canadian.timeZone).toBe('America/Toronto');
    expect(canadian.acceptLanguage).toMatch(/^en-CA,/);
  });

  test('a time zone that the dispensary itself has comes first', () => {
    const identity = makeIdentity({ ...purpose, timeZone: 'America/Detroit' }, { number: 0, proxy });
    expect(identity.timeZone).toBe('America/Detroit');
  });

  test('each turn of a task has another profile, and the same turn the same one', () => {
    const names = Array.from(
      { length: 4 },
      (_, number) => makeIdentity(purpose, { number, proxy }).profile.name,
    );
    expect(new Set(names).size).toBe(4);
    expect(makeIdentity(purpose, { number: 2, proxy }).profile.name).toBe(names[2]);
  });
});
