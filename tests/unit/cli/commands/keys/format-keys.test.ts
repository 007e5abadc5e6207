import { expect, test } from 'vitest';
import type { Schemas } from '../../../../../api-client/create-api-client.ts';
import { stateOf } from '../../../../../cli/commands/keys/format-keys.ts';

const NOW = Date.parse('2026-01-31T12:00:00.000Z');
const KEY: Schemas['ApiKey'] = {
  id: '0123456789ab',
  name: 'ada',
  scope: 'read',
  created_at: '2026-01-01T08:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  replaced_by: null,
};

test.each<[state: string, change: Partial<Schemas['ApiKey']>]>([
  ['valid', {}],
  ['valid', { expires_at: '2026-03-01T00:00:00.000Z' }],
  ['expires soon', { expires_at: '2026-02-01T00:00:00.000Z' }],
  ['expired', { expires_at: '2026-01-31T12:00:00.000Z' }],
  ['replaced by ba9876543210', { replaced_by: 'ba9876543210', expires_at: '2026-02-01T00:00:00.000Z' }],
  ['revoked', { revoked_at: '2026-01-30T00:00:00.000Z', replaced_by: 'ba9876543210' }],
])('a key that is %s says so', (state, change) => {
  expect(stateOf({ ...KEY, ...change }, NOW)).toBe(state);
});
