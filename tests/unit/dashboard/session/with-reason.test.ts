import { expect, test } from 'vitest';
import { withReason } from '../../../../dashboard/session/with-reason.ts';

const NOBODY = {
  signed_in: false,
  by: null,
  keys_required: true,
  id: null,
  name: null,
  scope: null,
  scopes: [],
  expires_at: null,
  ended_because: null,
  command: 'npx crawlchain',
};

test('why somebody has to sign in stays until they do', () => {
  const open = { ...NOBODY, signed_in: true, by: 'open' as const };
  const closed = withReason(NOBODY, open);
  expect(closed.ended_because).toContain('The first API key was made');
  expect(withReason(NOBODY, closed)).toEqual(closed);
  expect(withReason({ ...open, by: 'session' }, closed).ended_because).toBe(null);
  const revoked = { ...NOBODY, ended_because: 'The key was revoked.' };
  expect(withReason(revoked, open)).toEqual(revoked);
  expect(withReason(NOBODY, undefined)).toEqual(NOBODY);
});
