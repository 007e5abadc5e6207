import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectDatabase, type Db } from '../db/connect.ts';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { measureEvents } from './event-delays.ts';
import { isAnswered, ledgerQuestions } from './ledger-questions.ts';
import { loadLedger } from './load-ledger.ts';
import { median, quantile, round, type Measurement } from './measurement.ts';
import { atSteadyPace, type Timed } from './open-loop.ts';
import type { BenchOptions } from './options.ts';
import { print, startDatabase } from './start-servers.ts';

const RUNS = 10_000_000;
const QUESTIONS_PER_SECOND = 50;
const SECONDS = 60;
const WARM_UP_SECONDS = 10;

/** The longest acceptable 99th percentile of each query. */
const P99_MS_MAX = 100;

/** The API's default. */
const POOL_SIZE = 10;

/** Measures twelve queries of the ledger, at a steady pace. */
export async function benchLedger({ runs = RUNS }: Pick<BenchOptions, 'runs'>): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  try {
    const { url } = await startDatabase({ folder, group });
    const loadSeconds = await loadLedger(url, runs);
    const db = connectDatabase({
      url,
      poolSize: POOL_SIZE,
      // On a machine that cannot keep up, the waiting is part of the measurement.
      connectMsMax: 100_000,
      applicationName: 'bench-ledger',
    });
    try {
      return await measureLedger(db, { url, runs, loadSeconds });
    } finally {
      await db.destroy();
    }
  } finally {
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures a filled ledger. */
async function measureLedger(
  db: Db,
  { url, runs, loadSeconds }: { url: string; runs: number; loadSeconds: number },
): Promise<Measurement> {
  const asks = Object.fromEntries(
    Object.entries(ledgerQuestions(db, true)).map(([name, ask]) => [name, () => isAnswered(ask)]),
  );
  print('Running each query without other load…');
  const alone = await queryAlone(db);
  print('Warming up…');
  await atSteadyPace({ perSecond: QUESTIONS_PER_SECOND, seconds: WARM_UP_SECONDS, asks });
  print(`Running ${QUESTIONS_PER_SECOND} queries a second for ${SECONDS} seconds…`);
  const answers = await atSteadyPace({ perSecond: QUESTIONS_PER_SECOND, seconds: SECONDS, asks });
  const names = Object.keys(asks);
  const figures = names.flatMap((name) =>
    figuresOf(
      name,
      answers.filter((timed) => timed.name === name),
    ),
  );
  const worst = Math.max(...names.map((name) => p99Of(answers.filter((timed) => timed.name === name))));
  return {
    figures: {
      runs,
      'seconds to fill': round(loadSeconds),
      'GiB with indexes': round(await sizeOf(db), 2),
      'questions a second': QUESTIONS_PER_SECOND,
      ...alone,
      ...Object.fromEntries(figures),
      ...(await measureEvents(db, url)),
      ...(await writeCosts(db)),
    },
    ratios: { [`worst p99 / ${P99_MS_MAX} ms`]: round(worst / P99_MS_MAX, 2) },
  };
}

const ASKED_ALONE = 9;

/** Measures each query without other load: its cost, even on a machine that cannot keep up with all of them. */
async function queryAlone(db: Db): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, ask] of Object.entries(ledgerQuestions(db, false))) {
    // The first query, which fills caches, does not count.
    await isAnswered(ask);
    const times: number[] = [];
    for (let number = 0; number < ASKED_ALONE; number += 1) {
      const beganMs = performance.now();
      await isAnswered(ask);
      times.push(performance.now() - beganMs);
    }
    figures[`aloneMs ${name}`] = round(median(times));
  }
  return figures;
}

function figuresOf(name: string, timed: Timed<boolean>[]): [string, number][] {
  const refused = timed.filter(({ answer }) => !answer);
  return [
    [
      `p50Ms ${name}`,
      round(
        quantile(
          timed.map(({ ms }) => ms),
          0.5,
        ),
      ),
    ],
    [`p99Ms ${name}`, round(p99Of(timed))],
    ...(refused.length === 0
      ? []
      : [[`too broad ${name}, of ${timed.length}`, refused.length] as [string, number]]),
  ];
}

function p99Of(timed: Timed<boolean>[]): number {
  return quantile(
    timed.map(({ ms }) => ms),
    0.99,
  );
}

async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'runs'::regclass
  `.execute(db);
  return (rows[0]?.bytes ?? 0) / 2 ** 30;
}

const WRITTEN = 20_000;

/** The indexes that only serve sorting lists. */
const SORT_INDEXES = ['runs_duration', 'runs_priority'];

/** Measures the cost of writing a run, from start to end, with all indexes and without those for sorting. */
async function writeCosts(db: Db): Promise<Record<string, number>> {
  await writeRuns(db, 'warm-up');
  const withAll = await writeRuns(db, 'with all');
  for (const name of SORT_INDEXES) await sql`drop index ${sql.id(name)}`.execute(db);
  const without = await writeRuns(db, 'without');
  return {
    'µs a run written, all indexes': round(withAll),
    'µs a run written, without sort indexes': round(without),
  };
}

/** Inserts and ends runs as chains do. @returns microseconds per run */
async function writeRuns(db: Db, name: string): Promise<number> {
  const beganMs = performance.now();
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, dispensary_id, platform, state_code, priority, started_by)
    select key_of_run(${name} || n, now()), 'crawl/' || n % 10000, ${name} || n, 'crawlDispensary', 'payload_fetch', 1 + n % 10000, 'dutchie', 'AZ', 0,
      'crawl-due/all' from generate_series(1, ${WRITTEN}::int) n
  `.execute(db);
  await sql`
    update runs set ended_at = now(), ended_as = 'completed', end_noted_at = now(), result = jsonb_build_object('payload_id', 7000000,
      'size_bytes', 20000, 'crawl_run_id', 7000000, 'counts', jsonb_build_object('seen', 400, 'changed', 20, 'added', 9))
    where run_id = any(array(select ${name} || n from generate_series(1, ${WRITTEN}::int) n)) and ended_as is null
  `.execute(db);
  return ((performance.now() - beganMs) * 1_000) / WRITTEN;
}
