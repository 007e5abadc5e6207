import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { Stage } from './hold-stage.ts';

/** A struck stage of a crawl. */
export interface StruckStage {
  crawl: AcknowledgedCrawl;
  stage: Stage;
}

const RESTARTED_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 100;

/**
 * Watches for the next attempt of a stage: each takes a higher fence when it enters.
 * @returns a function that resolves with the seconds from a moment until an attempt had entered, or the stage had ended; or
 *   with the time that was waited in vain
 */
export async function watchRestart(
  { db }: Pick<CrawlWorld, 'db'>,
  { crawl, stage }: StruckStage,
): Promise<(since: Date) => Promise<number>> {
  const read = () =>
    db
      .selectFrom('stage_runs')
      .innerJoin('crawl_runs', 'crawl_runs.id', 'crawl_run_id')
      .where('workflow_run_id', '=', crawl.runId)
      .where('stage', '=', stage)
      .select(['crawl_runs.fence', 'stage_runs.ended_at'])
      .executeTakeFirst();
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
