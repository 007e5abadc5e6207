import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { mountSmallDisk } from '../../faults/world/small-disk.ts';
import { clusterDirOf } from '../../local/postgres-home.ts';
import { startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { queryDatabase, countBusyBackends, keepBackendsBusy } from '../support/busy-backends.ts';
import { expectClosed, openBelow } from '../support/closed-folder.ts';
import { NO_SMALL_DISK } from '../support/small-disk.ts';
import { DISPENSARIES, startStanding, type StandingStart } from '../support/standing-start.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PATIENCE = { timeout: 420_000, interval: 50 };
/** The most times that a crashing process is restarted within a minute. */
const RESTARTS_MAX = 5;

const dataDisk = mountSmallDisk(300 * 1024 * 1024);
const storageDisk = mountSmallDisk(4 * 1024 * 1024);
afterAll(() => {
  dataDisk?.unmount();
  storageDisk?.unmount();
});

test('a standing start keeps its files to itself, and outlasts kills of PostgreSQL in a row while its backends are busy', async () => {
  const folder = await temporaryFolder('start-outages-');
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const stack = await startElsewhere(dataDir);
  await expectClosed(dataDir);
  const before = await stack.processes();
  await crawlAll(stack);
  keepBackendsBusy(stack.databaseUrl, 3);
  for (let kill = 0; kill < 4; kill += 1) {
    await expect.poll(() => countBusyBackends(stack.databaseUrl), PATIENCE).toBeGreaterThanOrEqual(3);
    const { postgres } = await stack.processes();
    process.kill(postgres!, 'SIGKILL');
    await Promise.race([untilPostgresIs(stack, (pid) => pid !== undefined && pid !== postgres), stack.ended]);
  }
  await Promise.race([untilCrawled(stack, 2), stack.ended]);
  const { api, sandbox, temporal, worker } = before;
  expect(await stack.processes()).toMatchObject({ api, sandbox, temporal, worker });

  expect(await killWorkers(stack)).toMatch(
    /npm start ended with 1:[^]*The process of the worker ended for good: .+ \(ended by SIGKILL\); its log: /,
  );
});

/** The default ports of PostgreSQL and Temporal. While a server of this start is down, another start would take its port. */
const USUAL_PORTS = [5432, 7233];

/** Runs an `npm start` whose servers do not use the default ports. */
async function startElsewhere(...start: Parameters<typeof startStanding>): Promise<StandingStart> {
  const holders = USUAL_PORTS.map((port) =>
    createServer()
      // The error is ignored: another start already has the port.
      .on('error', () => undefined)
      .listen(port, '127.0.0.1'),
  );
  const stack = await startStanding(...start);
  for (const holder of holders) holder.close();
  return stack;
}

/** Kills each worker as soon as it runs. @returns the message with which `npm start` gave up */
async function killWorkers(stack: StandingStart): Promise<string> {
  let ended = '';
  stack.ended.catch((error: Error) => (ended = error.message));
  const killed = new Set<number | undefined>([undefined]);
  const hasEnded = async (): Promise<boolean> => {
    const { worker } = await stack.processes();
    if (!killed.has(worker)) process.kill(worker!, 'SIGKILL');
    killed.add(worker);
    return ended !== '';
  };
  await expect.poll(hasEnded, PATIENCE).toBe(true);
  return ended;
}

test.skipIf(dataDisk === null || storageDisk === null)(
  `a standing start outlasts full disks (${NO_SMALL_DISK}), and goes on by itself when there is space`,
  async () => {
    const [data, storage] = [dataDisk!.root, storageDisk!.root];
    // If this test is retried, the files that filled the disk are still there.
    await dataDisk!.free();
    await storageDisk!.free();
    const dataDir = join(data, `data-${randomUUID()}`);
    const stack = await startElsewhere(dataDir, { STORAGE_ROOT: storage });
    const before = await stack.processes();

    // A storage folder that a person has set may be shared, so its files keep the modes that its owner chose.
    expect(await openBelow(storage)).not.toEqual([]);

    // At first, only the disk of the payloads is full, which the worker finds.
    await storageDisk!.fill();
    await crawlAll(stack);
    await stack.said('The disk is full, and the worker goes on when there is space');
    // Now the disk of everything else is full, too: PostgreSQL can neither write its log nor recover, and Temporal has to restart there.
    await dataDisk!.fill();
    await untilDatabaseEnds(stack.databaseUrl);
    process.kill(before.temporal!, 'SIGKILL');
    await stack.said(/of PostgreSQL ended .* as soon as the disk of .* has space/);
    const starts = await countStarts(dataDir);
    const isStartedOften = async (): Promise<boolean> => {
      // What others give up, such as Temporal when it starts again, would let PostgreSQL go on.
      await dataDisk!.fill();
      await queryDatabase(stack.databaseUrl, NEXT_FILE);
      return starts() > RESTARTS_MAX + 1;
    };
    const untilStartedOften = async () => {
      await expect.poll(isStartedOften, PATIENCE).toBe(true);
    };
    await Promise.race([untilStartedOften(), stack.ended]);

    await dataDisk!.free();
    await storageDisk!.free();
    await Promise.race([untilCrawled(stack, 2), stack.ended]);
    // All of this happened without a restart by hand.
    const { api, sandbox, worker } = before;
    expect(await stack.processes()).toMatchObject({ api, sandbox, worker });
    await stack.stop();
  },
);

/** Starts a crawl of each dispensary. */
async function crawlAll({ client }: StandingStart): Promise<void> {
  await startCrawlDue(client, { scope: 'all', intervalHours: 0, ownIntervals: false });
}

/** Waits until each dispensary has been crawled `times` times. The server may be unreachable for a while. */
async function untilCrawled({ client, databaseUrl }: StandingStart, times: number): Promise<void> {
  const query = `WorkflowType = 'crawlDispensary' AND ExecutionStatus = 'Completed'`;
  const count = () => client.workflow.count(query).then((found) => found.count, String);
  try {
    await expect.poll(count, PATIENCE).toBe(times * DISPENSARIES);
  } catch (cause) {
    const rows = await queryDatabase(databaseUrl, UNFINISHED_ROWS);
    throw new Error(
      `crawls that are not completed:\n${await describeUnfinished(client)}\n${JSON.stringify(rows)}`,
      {
        cause,
      },
    );
  }
}

/** The rows of crawls that did not complete, and of the locks, as JSON. */
const UNFINISHED_ROWS = `
  select jsonb_build_object(
    'crawls', (select jsonb_agg(to_jsonb(crawl) || jsonb_build_object('stages', (
      select jsonb_agg(to_jsonb(stage) - 'result') from stage_runs stage where crawl_run_id = crawl.id
    ))) from crawl_runs crawl where status <> 'completed'),
    'runs', (select jsonb_agg(to_jsonb(run)) from runs run where type = 'crawlDispensary' and ended_as is distinct from 'completed'),
    'locks', (select jsonb_agg(to_jsonb(lock)) from store_locks lock)
  )`;

/** Returns a line for each uncompleted crawl about what it waits for, because the server cannot be inspected after the test. */
async function describeUnfinished(client: StandingStart['client']): Promise<string> {
  const lines: string[] = [];
  const query = `WorkflowType = 'crawlDispensary' AND ExecutionStatus != 'Completed'`;
  for await (const { workflowId, runId, status } of client.workflow.list({ query })) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const { raw } = await handle.describe();
    const { pendingActivities, pendingChildren, pendingWorkflowTask } = raw;
    const failure = status.name === 'FAILED' ? await handle.result().catch(causesOf) : null;
    lines.push(
      `${workflowId} ${status.name} ${JSON.stringify({ failure, pendingActivities, pendingChildren, pendingWorkflowTask })}`,
    );
  }
  return lines.join('\n');
}

/**
 * Counts the starts of PostgreSQL from now on. Each makes its lock file, and deletes it if there is no space to write it; the process
 * itself then lives for some hundredths of a second.
 */
async function countStarts(dataDir: string): Promise<() => number> {
  let changes = 0;
  const watcher = watch(await clusterDirOf(join(dataDir, 'postgres')), (event, file) => {
    if (event === 'rename' && file === 'postmaster.pid') changes += 1;
  });
  onTestFinished(() => watcher.close());
  return () => changes / 2;
}

async function untilPostgresIs(
  stack: StandingStart,
  isIt: (pid: number | undefined) => boolean | Promise<boolean>,
) {
  await expect.poll(async () => isIt((await stack.processes()).postgres), PATIENCE).toBe(true);
}

/** Makes PostgreSQL begin another WAL file, which takes 16 MiB. */
const NEXT_FILE = 'select pg_current_xact_id(), pg_switch_wal()';

/** Makes the database switch to new WAL files until there is no space for another. */
async function untilDatabaseEnds(url: string): Promise<void> {
  await expect.poll(() => queryDatabase(url, NEXT_FILE), PATIENCE).toBeNull();
}

/** Returns an error with what caused it, the innermost last. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [String(error), ...causesOf(error.cause)] : [];
}
