import { describe, expect, test } from 'vitest';
import { checkKeys } from '../../../../../cli/commands/doctor/check-api.ts';
import type { ApiKeyRecord } from '../../../../../db/queries/api-keys.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

const key = (change: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: 'k1',
  name: 'night shift',
  scope: 'read',
  created_at: new Date(NOW),
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  replaced_by: null,
  ...change,
});

const inDays = (days: number) => new Date(NOW + days * 86_400_000);

describe('keys of the API', () => {
  test('may be missing where only this machine reaches it, and not where others do', () => {
    expect(checkKeys([], '127.0.0.1', NOW)).toMatchObject([
      { state: 'notice', found: expect.stringContaining('no key was ever made') },
    ]);
    const voided = [key({ revoked_at: new Date(NOW) }), key({ expires_at: new Date(NOW) })];
    expect(checkKeys(voided, 'localhost', NOW)).toMatchObject([
      { state: 'warning', found: expect.stringContaining('refuses every request') },
    ]);
    for (const keys of [[], voided])
      expect(checkKeys(keys, '0.0.0.0', NOW)).toMatchObject([
        { state: 'broken', found: expect.stringContaining('API_HOST is 0.0.0.0') },
      ]);
    expect(checkKeys([key()], '0.0.0.0', NOW)).toMatchObject([{ state: 'ok', found: '1 valid' }]);
  });

  test('that end within two weeks are named, unless another one has taken their place', () => {
    const keys = [
      key({ expires_at: inDays(13) }),
      key({ id: 'k2', expires_at: inDays(15) }),
      key({ id: 'k3', expires_at: inDays(1), replaced_by: 'k2' }),
    ];
    expect(checkKeys(keys, '127.0.0.1', NOW)).toMatchObject([
      {
        state: 'warning',
        found: 'void within 14 days: k1 (night shift) at 2026-03-14T00:00Z',
        mend: 'Replace them: `crawlchain keys rotate ID`.',
      },
    ]);
    expect(checkKeys(keys.slice(1), '127.0.0.1', NOW)).toMatchObject([{ state: 'ok', found: '2 valid' }]);
  });
});
