import { expect, test } from 'vitest';
import { findPayload } from '../../../db/queries/payload-pages.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

test('a decision names the person and the key, and takes null where there is no reason', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { call } = await startApiServer({ db, client, isFollowed: false });
  const { id } = await quarantineOne(db);
  const decide = (decidedBy: string) =>
    call('POST', `/api/payloads/${id}/decision`, {
      body: { decision: 'reject', reason: null, decided_by: decidedBy },
    });
  expect((await decide('')).body['errors']).toMatchObject([{ pointer: '/decided_by' }]);
  expect(await decide('Ada')).toMatchObject({ status: 200, body: { task: null } });
  const decided = { verdict: 'rejected', decided_by: 'Ada (local)', decided_because: null };
  expect(await findPayload(db, id)).toMatchObject(decided);
  expect((await decide('Ada')).status).toBe(200);
  expect((await decide('Grace')).status).toBe(409);
});
