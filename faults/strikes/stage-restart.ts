import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import { readStage, type Stage } from './hold-stage.ts';

/** A struck stage of a crawl. */
export interface StruckStage {
  crawl: AcknowledgedCrawl;
  stage: Stage;
}

const RESTARTED_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 100;

/**
 * Prepares to measure when a stage goes on: a new attempt takes a higher fence when it begins.
 * @returns a function that waits until a new attempt has begun or the stage has ended, or gives up after a while; it resolves with the
 * seconds since the given moment
 */
export async function watchRestart(
  world: Pick<CrawlWorld, 'db'>,
  { crawl, stage }: StruckStage,
): Promise<(since: Date) => Promise<number>> {
  const read = () => readStage(world, crawl, stage);
  const before = await read();
  return async (since) => {
    const hasRestarted = async () => {
      const now = await read();
      return now !== undefined && (now.fence !== before?.fence || now.ended_at !== null);
    };
    await until(`the ${stage} of ${crawl.workflowId} is under way again`, hasRestarted, {
      timeoutMs: RESTARTED_WITHIN_MS,
      lookEveryMs: LOOK_EVERY_MS,
    }).catch(() => undefined);
    return (Date.now() - since.getTime()) / 1_000;
  };
}
