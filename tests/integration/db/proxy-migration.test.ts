import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { expectCountersToEqualEvents, leasedId, record } from './make-proxies.ts';

test('proxies from before keep their counters and passwords; those that failed are tried again, disabled ones are not', async () => {
  const { db, url } = await createTestDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const migrations = await readMigrations();
  const upTo = (number: string) => migrations.filter(({ name }) => name.slice(0, 4) <= number);
  await migrate(url, upTo('0004'));
  await sql`
    insert into proxies (host, port, username, password, is_active, success_count, failure_count, consecutive_failures, avg_response_time_ms)
    values ('used.test', 1, 'u', 'plain', true, 2, 1, 1, 40), ('failed.test', 1, null, null, false, 0, 5, 5, null),
      ('disabled.test', 1, null, null, false, 0, 0, 0, null)
  `.execute(db);
  await sql`
    insert into proxy_events (attempt_key, proxy_id, outcome)
    values ('a', 1, 'success'), ('b', 1, 'success'), ('c', 1, 'blocked'),
      ('d', 2, 'fault'), ('e', 2, 'fault'), ('f', 2, 'fault'), ('g', 2, 'fault'), ('h', 2, 'fault')
  `.execute(db);
  await migrate(url, upTo('0005'));
  await expectCountersToEqualEvents(db);
  const proxies = await db.selectFrom('proxies').selectAll().orderBy('id').execute();
  expect(proxies).toMatchObject([
    { is_active: true, password: 'plain', success_count: 2, failure_count: 1, cooldown_until: null },
    { is_active: false, failure_count: 5, cooldown_until: expect.any(Date), consecutive_failures: 0 },
    { is_active: false, cooldown_until: null },
  ]);
  expect(await db.selectFrom('proxy_targets').selectAll().execute()).toMatchObject([
    { proxy_id: 1, target: 'dutchie', success_count: 2, blocked_count: 1, avg_response_time_ms: 40 },
    { proxy_id: 2, target: 'dutchie', fault_count: 5 },
  ]);
  expect(await leasedId(db)).toBe(1);
  await record(db, 1, { outcome: 'fault' });
  await expectCountersToEqualEvents(db);
});
