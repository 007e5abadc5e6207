import { describe, expect, test } from 'vitest';
import { acceptLanguageFor, timeZoneOfState } from '../../../domain/identity.ts';

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
