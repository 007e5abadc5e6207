import { getEmulationHeaders, getProfiles } from 'wreq-js';
import { describe, expect, test } from 'vitest';
import { clientHintBrands } from '../../../domain/client-hints.ts';

describe('clientHintBrands', () => {
  // These values were captured from real browsers.
  test.each([
    ['Google Chrome', 120, '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"'],
    ['Google Chrome', 131, '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"'],
    ['Microsoft Edge', 131, '"Microsoft Edge";v="131", "Chromium";v="131", "Not_A Brand";v="24"'],
    ['Google Chrome', 124, '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"'],
  ])('%s %i', (brand, version, expected) => {
    expect(clientHintBrands(brand, version)).toBe(expected);
  });

  test('agrees with the list of wreq-js for Chrome from 120 on', () => {
    const differing = getProfiles()
      .filter((profile) => profile.startsWith('chrome_') && Number(profile.slice(7)) >= 120)
      .filter(
        (profile) =>
          getEmulationHeaders(profile).get('sec-ch-ua') !==
          clientHintBrands('Google Chrome', Number(profile.slice(7))),
      );
    expect(differing).toEqual([]);
  });
});
