import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { judgeSettings } from '../../../config/judge-settings.ts';

test.each([
  ['30', 1_800_000],
  ['0.05', 3_000],
  ['0', 0],
])('CONFIRM_AFTER_MINUTES=%s is a fraction of minutes in milliseconds', (minutes, confirmAfterMs) => {
  const environment = readEnvironment({ CONFIRM_AFTER_MINUTES: minutes });
  expect(judgeSettings(environment).confirmAfterMs).toBe(confirmAfterMs);
});
