import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../cli/commands/doctor/finding.ts';
import { readEnvironment } from '../../config/environment.ts';
import { disableProxies } from '../../db/queries/proxies.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function doctor(env: Record<string, string>) {
  // With port 0, the doctor does not check an API that happens to run on this machine.
  const text = ['doctor', '--json'];
  const { code, stdout, stderr } = await runProgram('cli/main.ts', text, { API_PORT: '0', ...env });
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Finding[];
  return { code, findings, of: (part: string) => findings.filter((finding) => finding.part === part) };
}

describe('crawlchain doctor', () => {
  test('finds nothing broken where crawls work, and tells files and rows that do not belong together', async () => {
    const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
    await applySchedules(world.client, schedulesOf(readEnvironment({})));
    const { dispensary } = await addLargestDispensary(world);
    await world.startWorker();
    await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
    const { code, findings, of } = await doctor(world.workerEnv);
    expect(findings.filter(({ state }) => state === 'broken' || state === 'unknown')).toEqual([]);
    expect(code).toBe(0);
    expect(of('workers')).toMatchObject([{ state: 'ok', found: expect.stringMatching(/^1 live: /) }]);
    expect(of('queue: crawlchain')).toMatchObject([{ state: 'ok' }]);
    expect(of('clock: Temporal')).toMatchObject([{ state: 'ok' }]);
    expect(of('password key')).toMatchObject([{ found: expect.stringMatching(/^opens all \d+/) }]);

    const elsewhere = await doctor({ ...world.workerEnv, STORAGE_ROOT: await temporaryFolder('elsewhere-') });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.of('stored payloads')).toMatchObject([
      { state: 'broken', found: expect.stringContaining('is missing: payloads/') },
    ]);
  });

  test('names what is broken, each with what mends it', async () => {
    const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
    const file = join(await temporaryFolder('doctor-'), 'a-file');
    await writeFile(file, '');
    const { code, of } = await doctor({
      ...world.workerEnv,
      DATABASE_POOL_SIZE: 'many',
      STORAGE_ROOT: join(file, 'storage'),
      PROXY_PASSWORD_KEY: '00'.repeat(32),
      PUPPETEER_EXECUTABLE_PATH: '/no/such/browser',
    });
    expect(code).toBe(1);
    expect(of('settings')).toMatchObject([
      { state: 'broken', found: 'DATABASE_POOL_SIZE is "many"; it takes a whole number from 1 to 500' },
    ]);
    expect(of('storage')).toMatchObject([{ state: 'broken', found: expect.stringContaining('ENOTDIR') }]);
    expect(of('password key')).toMatchObject([{ state: 'broken' }]);
    expect(of('browser')).toMatchObject([
      { state: 'broken', found: expect.stringContaining('/no/such/browser') },
    ]);
    expect(of('schedules')).toMatchObject([{ state: 'broken', mend: 'Run `crawlchain schedules apply`.' }]);
    expect(of('workers')).toMatchObject([{ state: 'broken', mend: 'Run `npm run worker`.' }]);
    for (const queue of ['crawlchain', 'fetch-dutchie', 'ingest'])
      expect(of(`queue: ${queue}`)).toMatchObject([{ state: 'broken' }]);
    expect(of('clock: Temporal')).toMatchObject([{ state: 'unknown' }]);
  });

  test('tells a namespace without search attributes, proxies out of use, and missing migrations', async () => {
    const { db, client, workerEnv } = await createCrawlWorld({ dispensaries: 1, products: 5 });
    const namespace = `bare-${randomUUID()}`;
    await client.connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    });
    const bare = { ...workerEnv, TEMPORAL_NAMESPACE: namespace };
    // Polls, because the server caches namespaces and refreshes the cache only every few seconds.
    await expect
      .poll(async () => (await doctor(bare)).of('search attributes'), { timeout: 120_000 })
      .toMatchObject([{ state: 'broken', mend: 'Run `npm run setup:temporal`.' }]);

    const proxies = await db.selectFrom('proxies').select('id').execute();
    await disableProxies(
      db,
      proxies.map(({ id }) => id),
    );
    expect((await doctor(workerEnv)).of('proxies')).toMatchObject([
      { state: 'broken', mend: 'Put some into use: `crawlchain proxies enable ID`.' },
    ]);

    // Simulates a database that the previous version of the project migrated.
    await sql`delete from schema_migrations where name = (select max(name) from schema_migrations)`.execute(
      db,
    );
    const { code, of } = await doctor(workerEnv);
    expect(code).toBe(1);
    expect(of('migrations')).toMatchObject([
      { state: 'broken', found: expect.stringMatching(/^1 are missing: \d{4}_\w+\.sql$/) },
    ]);
    expect(of('proxies')).toMatchObject([{ state: 'unknown' }]);
  });

  test('tells servers that do not answer', async () => {
    const { code, of } = await doctor({
      DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:9/crawlchain',
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject([
      { state: 'broken', found: expect.stringContaining('127.0.0.1:9 cannot be used') },
    ]);
    expect(of('Temporal')).toMatchObject([
      { state: 'broken', found: expect.stringContaining('does not answer at 127.0.0.1:9') },
    ]);
    expect(JSON.stringify(of('database'))).not.toContain('secret');
  });
});
