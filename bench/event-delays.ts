import { sql } from 'kysely';
import { createEventFeed, type EventReader } from '../api/events/event-feed.ts';
import type { Db } from '../db/connect.ts';
import { notifyEvents } from '../db/event-bell.ts';
import { createLog } from '../observability/log.ts';
import { median, round } from './measurement.ts';

const RUNS = 1_000;
const ROUNDS = 9;
const WAIT_MS = 5_000;

/** Measures the time from the commit that ends 1,000 runs until a subscriber has received the last of their events. */
export async function measureEvents(db: Db, url: string): Promise<Record<string, number>> {
  const feed = createEventFeed({ db, listenUrl: url, log: createLog('silent') });
  const reader = await feed.open(null, AbortSignal.timeout(WAIT_MS));
  if (reader === null) throw new Error('The events could not be read.');
  try {
    const times: number[] = [];
    for (let number = 0; number < ROUNDS; number += 1)
      times.push(await endAll(db, reader, `events ${number} `));
    return {
      [`ms until the last of ${RUNS} ends, median of ${ROUNDS}`]: round(median(times)),
      [`ms until the last of ${RUNS} ends, slowest`]: round(Math.max(...times)),
    };
  } finally {
    reader.close();
  }
}

async function endAll(db: Db, reader: EventReader, name: string): Promise<number> {
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, platform, state_code, priority)
    select key_of_run(${name} || n, now()), 'crawl/' || n, ${name} || n, 'crawlDispensary', 'payload_fetch', 'dutchie', 'AZ', 0
    from generate_series(1, ${RUNS}::int) n
  `.execute(db);
  await notifyEvents(db);
  await readEvents(reader, 'created');
  await sql`
    update runs set ended_at = now(), ended_as = 'completed', end_noted_at = now()
    where run_id = any(array(select ${name} || n from generate_series(1, ${RUNS}::int) n)) and ended_as is null
  `.execute(db);
  const committedMs = performance.now();
  await notifyEvents(db);
  await readEvents(reader, 'completed');
  return performance.now() - committedMs;
}

/** Reads until each run has its event. @throws when a run has it twice, or none comes in time */
async function readEvents(reader: EventReader, event: string): Promise<void> {
  const had = new Set<string>();
  while (had.size < RUNS) {
    const events = await reader.next(WAIT_MS);
    if (events === 'reset' || events.length === 0)
      throw new Error(`${RUNS - had.size} events were not delivered.`);
    for (const one of events) {
      if (one.topic !== 'run' || one.event !== event) continue;
      if (had.has(one.runId)) throw new Error(`The event ${event} of ${one.runId} came twice.`);
      had.add(one.runId);
    }
  }
}
