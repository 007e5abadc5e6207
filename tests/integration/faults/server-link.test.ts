import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openLink } from '../../support/server-link.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { until } from '../../../faults/world/until.ts';

async function connectOverLink() {
  const { url } = await createTestDatabase();
  const through = new URL(url);
  const link = await openLink(through.host);
  through.host = link.address;
  const connect = async () => {
    const client = new Client({ connectionString: through.href });
    let isCut = false;
    client.on('error', () => (isCut = true));
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return { query: (text: string) => client.query(text), isCut: () => isCut };
  };
  return { link, connect };
}

test('a link cuts only connections in the state that is asked for', async () => {
  const { link, connect } = await connectOverLink();
  const [idle, inTransaction, busy] = [await connect(), await connect(), await connect()];
  await inTransaction.query('begin; select 1');
  const slept = busy.query('select pg_sleep(60)');
  slept.catch(() => undefined);
  expect(link.cutConnections('transaction')).toBe(1);
  expect(link.cutConnections('transaction')).toBe(0);
  await until('the transaction is cut', () => inTransaction.isCut());
  await idle.query('begin; select 1');
  await idle.query('commit');
  expect(link.cutConnections('transaction')).toBe(0);
  expect(link.cutConnections('idle')).toBe(1);
  expect(busy.isCut()).toBe(false);
  expect(link.cutConnections('statement')).toBe(1);
  await expect(slept).rejects.toThrow('Connection terminated');
});

test('the answer to a COMMIT is lost when it is done, and only to the one that is meant', async () => {
  const { link, connect } = await connectOverLink();
  const [one, other] = [await connect(), await connect()];
  const lost = link.loseCommit('faults_meant');
  await other.query('begin; create table faults_other ()');
  await other.query('commit');
  await one.query('begin; create table faults_meant ()');
  await expect(one.query('commit')).rejects.toThrow('Connection terminated');
  await lost;
  const { rows } = await other.query(`select to_regclass('faults_meant') is not null as is_there`);
  expect(rows).toEqual([{ is_there: true }]);
});

test('what is held in both directions passes once, when it is released, and delayed answers come later', async () => {
  const { link, connect } = await connectOverLink();
  const client = await connect();
  link.hold();
  const held = client.query('select 1 as one');
  let isAnswered = false;
  void held.then(() => (isAnswered = true));
  const late = connect();
  link.release();
  expect((await held).rows).toEqual([{ one: 1 }]);
  expect(isAnswered).toBe(true);
  expect((await (await late).query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  link.delayAnswers(200);
  const before = performance.now();
  await client.query('select 1');
  expect(performance.now() - before).toBeGreaterThan(190);
  expect(link.countDelayed()).toBe(1);
});
