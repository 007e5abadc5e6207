import { expect, test } from 'vitest';
import { checkNode, checkSettings } from '../../../../../cli/commands/doctor/check-settings.ts';

test('a Node that is too old for the sources is broken', () => {
  expect(checkNode('24.0.0').state).toBe('ok');
  expect(checkNode('22.18.0')).toMatchObject({
    state: 'broken',
    found: 'Node 22.18.0; Crawlchain needs 24 or newer',
  });
});

test('each wrong variable is a finding of its own', () => {
  expect(checkSettings([]).map(({ state }) => state)).toEqual(['ok']);
  expect(checkSettings(['A is 1', 'B is 2'])).toMatchObject([
    { state: 'broken', found: 'A is 1' },
    { state: 'broken', found: 'B is 2' },
  ]);
});
