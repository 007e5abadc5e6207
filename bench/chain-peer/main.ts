import { readEnvironment, type Environment } from '../../config/environment.ts';
import { createGraphileWorker } from './graphile-worker.ts';
import { createLoop } from './loop.ts';
import type { CrawlOrder, Ends, Peer, PeerName, PeerReport } from './messages.ts';
import { createStages } from './stages.ts';

// A process that runs chains without Temporal, for the bench `chains`; its argument names the driver. It takes a worker's
// environment and orders from its parent, and reports each chain that has ended.

const report = (message: PeerReport): void => void process.send?.(message);
const peer = await open(process.argv[2] as PeerName, readEnvironment(), {
  ended: () => report({ is: 'ended' }),
  failed: (error) => report({ is: 'failed', reason: error instanceof Error ? error.message : String(error) }),
});
process.on('message', (order) => void peer.crawl(order as CrawlOrder));
process.once('disconnect', () => process.exit());
report({ is: 'serving' });

async function open(name: PeerName, environment: Environment, ends: Ends): Promise<Peer> {
  const stages = await createStages(environment, name);
  const concurrency = environment.MAX_CONCURRENT_TASKS;
  if (name === 'loop') return createLoop(stages, concurrency, ends);
  return createGraphileWorker(stages, { databaseUrl: environment.DATABASE_URL ?? '', concurrency }, ends);
}
