import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { LiveWorld } from '../world/crawl-world.ts';
import type { Stage } from './hold-stage.ts';

/** Reads a stage of a run from the ledger; undefined: it was not entered. */
export function readStage(
  { db }: Pick<LiveWorld, 'db'>,
  { runId }: Pick<AcknowledgedCrawl, 'runId'>,
  stage: Stage,
) {
  return db
    .selectFrom('stage_runs')
    .innerJoin('crawl_runs', 'crawl_runs.id', 'crawl_run_id')
    .where('workflow_run_id', '=', runId)
    .where('stage', '=', stage)
    .select(['crawl_runs.fence', 'stage_runs.ended_at', 'stage_runs.worker'])
    .executeTakeFirst();
}
