import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Ends, Peer } from './messages.ts';
import type { Attempt, Chain, Stages } from './stages.ts';

/** Runs chains in a plain loop with this concurrency, without persistence and retries. */
export function createLoop(stages: Stages, concurrency: number, { ended, failed }: Ends): Peer {
  const limit = pLimit(concurrency);
  return {
    async crawl({ dispensaryIds, images }) {
      for (const dispensaryId of dispensaryIds) {
        const chain = { dispensaryId, runId: randomUUID(), images };
        void limit(() => runChain(stages, chain)).then(ended, failed);
      }
    },
  };
}

async function runChain(stages: Stages, chain: Chain): Promise<void> {
  const { payloadId } = await stages.fetchMenu(chain, first());
  await stages.ingestPayload({ ...chain, payloadId }, first());
  if (chain.images) await stages.downloadImages(chain, first());
}

function first(): Attempt {
  return { number: 1, scheduledAt: new Date() };
}
