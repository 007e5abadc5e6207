import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRunCosts } from '../../../db/queries/run-costs.ts';
import { countRead } from '../../support/count-read.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeProxies } from './make-proxies.ts';

test('what a run took through proxies is read from its own sessions alone, however many there were at its time', async () => {
  const { db } = await createTestDatabase();
  const [proxyId] = await makeProxies(db, 1);
  await sql`
    insert into proxy_events (attempt_key, proxy_id, target, outcome, bytes)
    select 'run-' || n % 2000 || '/fetch/' || n, ${proxyId}, 'dutchie', case when n = 7 then 'blocked' else 'success' end, 10
    from generate_series(1, 20000) n
  `.execute(db);
  await sql`vacuum analyze proxy_events`.execute(db);
  const run = { runId: 'run-7', startedAt: new Date() };
  const read = await countRead(db, 'proxy_events', async (tx) => {
    expect(await readRunCosts(tx, run)).toMatchObject({
      proxies: { sessions: 10, failed_sessions: 1, bytes: 100 },
    });
  });
  expect(read).toBe(10);
});
