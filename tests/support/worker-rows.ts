import { sql } from 'kysely';
import { listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import type { CrawlWorld } from './crawl-world.ts';

/** Polls the registry until a worker's row meets a condition. Heartbeats, which change the row, come at intervals. */
export async function untilWorker(
  world: Pick<CrawlWorld, 'db'>,
  workerId: string,
  isAsWished: (worker: ListedWorker) => boolean,
): Promise<ListedWorker> {
  const deadline = Date.now() + 300_000;
  let seen: ListedWorker | undefined;
  for (;;) {
    seen = (await listWorkers(world.db)).find(({ worker_id }) => worker_id === workerId);
    if (seen !== undefined && isAsWished(seen)) return seen;
    // Waits in the database. A loop without a pause would take CPU time that the worker needs.
    await sql`select pg_sleep(0.1)`.execute(world.db);
    if (Date.now() > deadline) throw new Error(`The registry has ${JSON.stringify(seen)} for ${workerId}`);
  }
}
