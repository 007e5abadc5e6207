import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { notifyEvents } from '../../db/event-bell.ts';
import { saveFollowedTo, whileFollowing } from '../../db/queries/ledger-state.ts';
import { STORES } from '../load-ledger.ts';

export const WORKERS = 50;

/** The event rate of 9,000 crawls an hour. */
const EVENTS_PER_SECOND = 5;

const FOLLOW_MS = 1_000;
const HEARTBEAT_MS = 10_000;

/** Background work while somebody looks at the dashboard. */
export interface LiveWork {
  /** Sets whether runs begin and end. */
  setBusy(isBusy: boolean): void;
  stop(): Promise<void>;
}

/**
 * Writes what workers and Temporal's follower write: heartbeats of 50 workers, runs that begin and end, and the time up to which
 * the ledger is complete. Holds the follower's lock: if the API followed Temporal, it would end these runs, of which Temporal
 * knows none.
 */
export async function startLiveWork(db: Db): Promise<LiveWork> {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let isBusy = false;
  const done = whileFollowing(db, async (held) => {
    await insertWorkers(held);
    const stops = [
      every(FOLLOW_MS, () => saveFollowedTo(held, new Date())),
      every(HEARTBEAT_MS, () => beat(held)),
      every(1_000 / EVENTS_PER_SECOND, async () => {
        if (isBusy) await endOne(held, await beginOne(held));
      }),
    ];
    started.resolve();
    await stopped.promise;
    await Promise.all(stops.map((stop) => stop()));
  });
  await Promise.race([
    started.promise,
    done.then(() => Promise.reject(new Error('Another process follows.'))),
  ]);
  return {
    setBusy: (busy) => void (isBusy = busy),
    stop: async () => {
      stopped.resolve();
      await done;
    },
  };
}

/** A run that has begun. */
export interface BegunRun {
  /** The id of its row. */
  key: string;
  runId: string;
}

/** Begins a crawl, which is committed when this resolves. @param stores the number of stores to choose from */
export async function beginOne(db: Db, stores = STORES): Promise<BegunRun> {
  const runId = randomUUID();
  const store = 1 + Math.floor(Math.random() * stores);
  const { rows } = await sql<{ key: string }>`
    with held as (
      insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at)
      values (${runId}, '1', 'fetchMenu', 1, 'worker-1', now(), now())
    )
    insert into runs (id, workflow_id, run_id, type, role, platform, dispensary_id, state_code, priority, started_at, worker, stage)
    select key_of_run(${runId}, now()), 'crawl/' || id, ${runId}, 'crawlDispensary', 'payload_fetch', platform, id, state, 0, now(), 'worker-1', 'fetch'
    from dispensaries where id = ${store}
    returning id as key
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no dispensary ${store}.`);
  await notifyEvents(db);
  return { key: row.key, runId };
}

/** Ends a run. @returns the time of the commit, in milliseconds since 1970 */
export async function endOne(db: Db, { key, runId }: BegunRun): Promise<number> {
  await sql`
    with released as (delete from run_heartbeats where run_id = ${runId})
    update runs set ended_at = now(), ended_as = 'completed', end_noted_at = now() where id = ${key}
  `.execute(db);
  const committedMs = Date.now();
  await notifyEvents(db);
  return committedMs;
}

async function insertWorkers(db: Db): Promise<void> {
  await sql`
    insert into workers (worker_id, pod_name, friendly_name, role, version, status, queues, tuner, max_concurrent_tasks,
      active_task_count, current_task_ids, resources, started_at, instance_id)
    select 'worker-' || n, 'pod-' || n / 2, 'Worker ' || n, null, '0.1.0', 'active', '[{"queue":"fetch-dutchie","slots":3}]', '{}', 3,
      0, '{}', jsonb_build_object('memory_mb', 200 + n, 'memory_total_mb', 500, 'memory_percent', 40 + n, 'cpu_percent', n), now(), gen_random_uuid()
    from generate_series(1, ${WORKERS}::int) n
  `.execute(db);
}

async function beat(db: Db): Promise<void> {
  await sql`
    update workers set last_heartbeat_at = clock_timestamp(), resources = resources || jsonb_build_object('cpu_percent', (random() * 90)::int)
  `.execute(db);
}

/** Repeats some work every `ms` milliseconds, or without a pause if it takes longer. @returns a function that ends the loop */
function every(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = (async () => {
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      await work();
      const pauseMs = Math.max(0, startedAtMs + ms - performance.now());
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await loop;
  };
}
