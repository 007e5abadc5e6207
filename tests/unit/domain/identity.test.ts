import * as fc from 'fast-check';
import { getProfiles } from 'wreq-js';
import { describe, expect, test } from 'vitest';
import {
  acceptLanguageFor,
  BROWSER_PROFILES,
  chooseProfile,
  timeZoneOfState,
  type BrowserProfile,
} from '../../../domain/identity.ts';

const valueOf = (slots: BrowserProfile['headers'], name: string) =>
  slots.find(([slot]) => slot === name)?.[1];

describe('browser profiles', () => {
  test('are the six browsers of the crawler, each once', () => {
    expect(BROWSER_PROFILES.map(({ name }) => name)).toEqual([
      'chrome-131-windows',
      'chrome-131-macos',
      'chrome-120-windows',
      'firefox-133-windows',
      'safari-17.2-macos',
      'edge-131-windows',
    ]);
  });

  test.each(BROWSER_PROFILES.map((profile) => [profile.name, profile] as const))(
    '%s has one browser, version and system in all its parts',
    (_, profile) => {
      const { family, version, platform, userAgent, tlsProfile } = profile;
      expect(getProfiles()).toContain(tlsProfile.browser);
      expect(tlsProfile.browser.startsWith(`${family}_${version}`)).toBe(true);
      expect(tlsProfile.os).toBe(platform.toLowerCase());
      expect(userAgent).toContain(
        platform === 'Windows' ? 'Windows NT 10.0; Win64; x64' : 'Mac OS X 10_15_7',
      );
      expect(userAgent).toContain(version);
      for (const slots of [profile.headers, profile.imageHeaders, profile.pageHeaders]) {
        expect(valueOf(slots, 'user-agent')).toBe(userAgent);
        const brands = valueOf(slots, 'sec-ch-ua');
        const isChromium = family === 'chrome' || family === 'edge';
        expect(brands !== undefined).toBe(isChromium);
        if (!isChromium) continue;
        expect(brands).toContain(`"Chromium";v="${version}"`);
        expect(valueOf(slots, 'sec-ch-ua-platform')).toBe(`"${platform}"`);
        expect(valueOf(slots, 'sec-ch-ua-mobile')).toBe('?0');
      }
    },
  );

  test('seeds that follow each other give different profiles, and any number gives one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(chooseProfile(seed)).not.toBe(chooseProfile(seed + 1));
        expect(chooseProfile(seed)).toBe(chooseProfile(seed));
      }),
    );
    for (const odd of [Number.NaN, Infinity, -0.5, 1e300])
      expect(BROWSER_PROFILES).toContain(chooseProfile(odd));
  });
});

describe('place', () => {
  test('a store without a state, or with an unknown one, counts as Arizona', () => {
    expect(timeZoneOfState(null)).toBe('America/Phoenix');
    expect(timeZoneOfState('??')).toBe('America/Phoenix');
  });

  test('every state and the capital has a zone that the runtime knows', () => {
    const states =
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
    expect(states.split(' ')).toHaveLength(51);
    for (const state of states.split(' ')) {
      const timeZone = timeZoneOfState(state);
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
      expect(timeZone === 'America/Phoenix').toBe(state === 'AZ');
    }
    expect(timeZoneOfState(' ca ')).toBe('America/Los_Angeles');
  });

  test('the language is written as the browser writes it', () => {
    expect(acceptLanguageFor('AZ', { family: 'chrome' })).toBe('en-US,en;q=0.9');
    expect(acceptLanguageFor(null, { family: 'firefox' })).toBe('en-US,en;q=0.5');
    expect(acceptLanguageFor('ON', { family: 'edge' })).toBe('en-CA,en;q=0.9');
  });
});
