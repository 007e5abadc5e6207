import { expect, test } from 'vitest';
import { chooseTraits, claimOf } from '../../../../egress/browser/browser-identity.ts';

const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.8010.0 Safari/537.36';

test('the claim is the browser’s own version, spelled as one with a window spells it', () => {
  const claim = claimOf('HeadlessChrome/153.0.8010.0', HEADLESS);
  expect(claim.name).toBe('chrome-153-linux');
  expect(claim.userAgent).toBe(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  );
  expect(claim.metadata.brands).toEqual([
    { brand: 'Google Chrome', version: '153' },
    { brand: 'Not_A Brand', version: '8' },
    { brand: 'Chromium', version: '153' },
  ]);
  expect(claim.metadata.fullVersionList).toEqual([
    { brand: 'Google Chrome', version: '153.0.8010.0' },
    { brand: 'Not_A Brand', version: '8.0.0.0' },
    { brand: 'Chromium', version: '153.0.8010.0' },
  ]);
  expect(claim.metadata).toMatchObject({ platform: 'Linux', architecture: 'x86', mobile: false });
});

test('a browser of another system, with its window, is claimed as what it is', () => {
  const agent = HEADLESS.replace('X11; Linux x86_64', 'Macintosh; Intel Mac OS X 10_15_7').replace(
    'Headless',
    '',
  );
  const claim = claimOf('Chrome/150.0.7800.12', agent);
  expect(claim.name).toBe('chrome-150-macos');
  expect(claim.metadata.platform).toBe('macOS');
  expect(
    claimOf('Chrome/150.0.1.2', agent.replace(/Macintosh.*?\)/, 'Windows NT 10.0; Win64; x64)')).name,
  ).toBe('chrome-150-windows');
});

test('traits vary by seed over all screens and languages alike, and equal seeds are equal', () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 1_800; seed += 1) {
    const traits = chooseTraits(seed, 'en-US,en;q=0.9');
    expect(traits).toEqual(chooseTraits(seed, 'en-US,en;q=0.9'));
    const look = `${traits.screen.width} ${traits.languages.join()}`;
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  expect(counts.size).toBe(18);
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
});

test('languages are those of the country', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    expect(chooseTraits(seed, 'en-CA,en;q=0.9').languages[0]).toBe('en-CA');
    expect(chooseTraits(seed, 'en-US,en;q=0.9').languages[0]).toBe('en-US');
  }
});
