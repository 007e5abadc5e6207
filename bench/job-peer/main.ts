import { createGraphileWorker } from './graphile-worker.ts';
import { createPgBoss } from './pg-boss.ts';
import type { JobPeerName, JobPeerReport } from './peer.ts';

// A process that adds and runs echo jobs without Temporal, for the bench `jobs`; its arguments name the queue, the database and the
// number of jobs at once. Its parent sends how many jobs to run, and gets the time that they took.

const [name, databaseUrl = '', concurrency] = process.argv.slice(2);
const open = { 'pg-boss': createPgBoss, 'graphile-worker': createGraphileWorker }[name as JobPeerName];
const report = (message: JobPeerReport): void => void process.send?.(message);
const peer = await open({ databaseUrl, concurrency: Number(concurrency) });
process.on('message', (count) => void run(Number(count)));
process.once('disconnect', () => process.exit());
report({ is: 'serving' });

async function run(count: number): Promise<void> {
  try {
    await peer.clean();
    const startedAtMs = performance.now();
    await peer.run(count);
    report({ is: 'ended', ms: performance.now() - startedAtMs });
  } catch (error) {
    report({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
}
