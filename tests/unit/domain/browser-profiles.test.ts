import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { getEmulationHeaders, getProfiles } from 'wreq-js';
import { describe, expect, test } from 'vitest';
import type { HeaderSlot } from '../../../domain/browser-header-order.ts';
import { BROWSER_PROFILES, chooseProfile, type BrowserProfile } from '../../../domain/browser-profiles.ts';

const valueOf = (slots: readonly HeaderSlot[], name: string) => slots.find(([slot]) => slot === name)?.[1];
const isChromium = ({ family }: BrowserProfile) => family === 'chrome' || family === 'edge';

const NAMED = BROWSER_PROFILES.map((profile) => [profile.name, profile] as const);

/** Profiles whose user agent is right in this project, but wrong in wreq-js. */
const BETTER_AGENTS = ['firefox-133-windows', 'safari-17.2-macos'];

describe('browser profiles', () => {
  test('are six that the older systems had and six current ones, each once', () => {
    expect(BROWSER_PROFILES.map(({ name }) => name)).toEqual([
      'chrome-131-windows',
      'chrome-131-macos',
      'chrome-120-windows',
      'firefox-133-windows',
      'safari-17.2-macos',
      'edge-131-windows',
      'chrome-149-windows',
      'chrome-149-macos',
      'edge-148-windows',
      'firefox-151-windows',
      'firefox-151-macos',
      'safari-26.4-macos',
    ]);
  });

  test.each(NAMED)('%s has one browser, version and system in all its parts', (_, profile) => {
    const { family, version, platform, userAgent, tls } = profile;
    expect(getProfiles()).toContain(tls.browser);
    expect(tls.browser.startsWith(`${family}_${version}`)).toBe(true);
    expect(tls.os).toBe(platform.toLowerCase());
    expect(userAgent).toContain(platform === 'Windows' ? 'Windows NT 10.0; Win64; x64' : 'Intel Mac OS X 10');
    expect(userAgent).toContain(version);
    for (const slots of [profile.headers, profile.imageHeaders, profile.pageHeaders]) {
      expect(valueOf(slots, 'user-agent')).toBe(userAgent);
      const brands = valueOf(slots, 'sec-ch-ua');
      expect(brands !== undefined).toBe(isChromium(profile));
      if (!isChromium(profile)) continue;
      expect(brands).toContain(`"Chromium";v="${version}"`);
      expect(valueOf(slots, 'sec-ch-ua-platform')).toBe(`"${platform}"`);
      expect(valueOf(slots, 'sec-ch-ua-mobile')).toBe('?0');
    }
  });

  test.each(NAMED)('%s says of itself what wreq-js knows of that browser', (name, profile) => {
    const { browser, os } = profile.tls;
    const known = getEmulationHeaders(browser, os);
    const names = [
      'sec-ch-ua',
      'sec-ch-ua-mobile',
      'sec-ch-ua-platform',
      'accept',
      'accept-encoding',
      'priority',
    ];
    for (const header of names) expect(valueOf(profile.pageHeaders, header) ?? null).toBe(known.get(header));
    expect(profile.userAgent === known.get('user-agent')).toBe(!BETTER_AGENTS.includes(name));
  });
});

test('the table of docs/explanation/identities.md has a row for each profile, and no other', () => {
  const page = readFileSync(new URL('../../../docs/explanation/identities.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `\w+-[\d.]+-\w+`/.test(line));
  expect(
    rows.map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    ),
  ).toEqual(
    BROWSER_PROFILES.map(({ name, userAgent, tls }) => [
      `\`${name}\``,
      /(Edg|Firefox|Version|Chrome)\/\d+(\.[1-9]\d*)?(?!.*Edg)/.exec(userAgent)?.[0],
      `\`${tls.browser}\`, ${tls.os}`,
    ]),
  );
});

describe('chooseProfile', () => {
  test('gives different profiles for seeds that follow each other, the same for the same seed, and every one in its turn', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(chooseProfile(seed)).not.toBe(chooseProfile(seed + 1));
        expect(chooseProfile(seed)).toBe(chooseProfile(seed));
      }),
    );
    for (const odd of [Number.NaN, Infinity, -0.5, 1e300])
      expect(BROWSER_PROFILES).toContain(chooseProfile(odd));
    const names = Array.from({ length: 24 }, (_, seed) => chooseProfile(seed).name);
    expect(new Set(names).size).toBe(12);
  });
});
