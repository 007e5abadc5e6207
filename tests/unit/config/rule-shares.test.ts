import { expect, test } from 'vitest';
import { ruleShares } from '../../../config/rule-shares.ts';
import { RULE_SHARES } from '../../../domain/belief/judge-menu.ts';

test('a rule with a share stands beside the shares of the others', () => {
  expect(ruleShares.parse(' gone = 0.2, missing=0.1')).toEqual({ ...RULE_SHARES, gone: 0.2, missing: 0.1 });
});

test.each([
  'left=0.2',
  'gone',
  'gone=1.1',
  'gone=-0.1',
  'gone=0.2;fewer=0.1',
  'constructor=0.1',
  'gone=.',
  '',
])('%j is refused', (given) => {
  expect(ruleShares.safeParse(given).success).toBe(false);
});
