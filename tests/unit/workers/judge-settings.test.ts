import { expect, test } from 'vitest';
import { RULE_SHARES } from '../../../domain/belief/judge-menu.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { judgeSettings } from '../../../workers/judge-settings.ts';

test.each([
  ['30', 1_800_000],
  ['0.05', 3_000],
  ['0', 0],
])('CONFIRM_AFTER_MINUTES=%s is a fraction of minutes in milliseconds', (minutes, confirmAfterMs) => {
  const environment = readEnvironment({ CONFIRM_AFTER_MINUTES: minutes });
  expect(judgeSettings(environment).confirmAfterMs).toBe(confirmAfterMs);
});

test('SUSPECT_SHARES changes the shares of the rules that it names', () => {
  const { shares } = judgeSettings(readEnvironment({ SUSPECT_SHARES: 'gone=0.2, missing=0.1' }));
  expect(shares).toEqual({ ...RULE_SHARES, gone: 0.2, missing: 0.1 });
});

test('a rule that there is not is refused, with those that there are', () => {
  const environment = readEnvironment({ SUSPECT_SHARES: 'left=0.2' });
  expect(() => judgeSettings(environment)).toThrow(
    /^SUSPECT_SHARES names left; it takes the rules missing, gone,/,
  );
});
