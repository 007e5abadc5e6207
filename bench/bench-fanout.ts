import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection, isGrpcDeadlineError, type WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { connectDatabase } from '../db/connect.ts';
import type { CrawlDueResult } from '../domain/crawl-due.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { startCrawlDue } from '../temporal-client/crawl-control.ts';
import { round, type Measurement } from './measurement.ts';
import { memoryOf } from './sample-memory.ts';
import { NAMESPACE, print, startDatabase, startTemporal } from './start-servers.ts';

const DISPENSARIES = 100_000;
/** On a slow machine, the measurement covers the starts within this time. */
const MINUTES_MAX = 60;
const SAMPLE_EVERY_MS = 2_000;
/** After this many starts, a worker has loaded everything that it loads only once. */
const WARM_AFTER_STARTS = 1_000;
/** Limits the worker's heap. Without a limit, the heap grows as long as the machine has memory, even if nothing is kept in it. */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=8'];
const MIB = 2 ** 20;

/**
 * Measures a fan-out over 100,000 due dispensaries, with PostgreSQL and Temporal servers that write to disk, and the default
 * window. The chains end at their first task, so that only the fan-out is measured. The worker is a separate process whose memory
 * is sampled.
 */
export async function benchFanout(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fanout-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  try {
    const { url: databaseUrl } = await startDatabase({ folder, group });
    await addDispensaries(databaseUrl);
    const { address } = await startTemporal({ folder, group });
    const worker = fork(
      fileURLToPath(new URL('./fan-out-worker/main.ts', import.meta.url)),
      [databaseUrl, address, NAMESPACE],
      { execArgv: HEAP },
    );
    try {
      await once(worker, 'message');
      const connection = await Connection.connect({ address });
      const measured = await measure(new Client({ connection, namespace: NAMESPACE }), worker);
      await connection.close();
      return measured;
    } finally {
      worker.kill('SIGKILL');
    }
  } finally {
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function addDispensaries(url: string): Promise<void> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'bench',
    onLostConnection: () => undefined,
  });
  await sql`
    insert into dispensaries (name, platform, slug, menu_url, state)
    select 'Store ' || number, 'dutchie', 'store-' || number, 'https://menus.test/' || number, 'AZ'
    from generate_series(1, ${DISPENSARIES}::int) as number
  `.execute(db);
  await db.destroy();
}

interface Sample {
  started: number;
  seconds: number;
  bytes: number;
}

async function measure(client: Client, worker: ChildProcess): Promise<Measurement> {
  const startedAtMs = performance.now();
  const { handle } = await startCrawlDue(client, { scope: 'all', intervalHours: 0 });
  const end: { result?: CrawlDueResult } = {};
  const ended = handle.result().then(
    (result) => void (end.result = result),
    () => undefined,
  );
  const samples: Sample[] = [];
  do {
    await Promise.race([ended, wait(SAMPLE_EVERY_MS)]);
    const { started } = end.result ??
      (await queryProgress(handle)) ?? { started: samples.at(-1)?.started ?? 0 };
    const seconds = (performance.now() - startedAtMs) / 1000;
    samples.push({ started, seconds, bytes: memoryOf(worker.pid ?? 0) });
    if (samples.length % 15 === 0) print(`${started} chains started in ${Math.round(seconds)} s`);
  } while (end.result === undefined && (samples.at(-1)?.seconds ?? 0) < MINUTES_MAX * 60);
  if (end.result === undefined) await handle.terminate('the measurement is over');
  await ended;
  const last = samples.at(-1);
  const warm = samples.filter(({ started }) => started >= WARM_AFTER_STARTS);
  const events = await eventsOfRuns(client, handle.workflowId);
  const warmMiB = (warm[0]?.bytes ?? 0) / MIB;
  const halfWayMiB = (samples[Math.floor(samples.length / 2)]?.bytes ?? 0) / MIB;
  const lastMiB = (last?.bytes ?? 0) / MIB;
  return {
    figures: {
      'dispensaries that were due': DISPENSARIES,
      'chains started': last?.started ?? 0,
      seconds: round(last?.seconds ?? 0),
      'chains started a second': round((last?.started ?? 0) / (last?.seconds ?? 1)),
      'runs of the fan-out': events.length,
      'events of its longest history': Math.max(...events),
      [`worker after ${WARM_AFTER_STARTS} starts, MiB`]: round(warmMiB, 0),
      'worker half way, MiB': round(halfWayMiB, 0),
      'worker at its peak, MiB': round(Math.max(...samples.map(({ bytes }) => bytes)) / MIB, 0),
      'worker at the end, MiB': round(lastMiB, 0),
    },
    ratios: { 'worker at the end / half way': round(lastMiB / halfWayMiB, 2) },
  };
}

/** Queries a fan-out's progress; null when the worker, busy starting chains, did not answer in time. */
async function queryProgress(handle: WorkflowHandle): Promise<CrawlDueResult | null> {
  try {
    return await handle.query<CrawlDueResult>('progress');
  } catch (error) {
    if (isGrpcDeadlineError(error)) return null;
    throw error;
  }
}

async function eventsOfRuns(client: Client, workflowId: string): Promise<number[]> {
  const events: number[] = [];
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${workflowId}"` })) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    events.push(history.events?.length ?? 0);
  }
  return events;
}
