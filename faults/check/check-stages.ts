import { sql } from 'kysely';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Finding } from './finding.ts';

interface StageRow {
  workflow_id: string;
  workflow_run_id: string;
  status: string;
  stage: string | null;
  outcome: string | null;
  ended_at: Date | null;
}

/** Checks that no run and no stage is open, and that each completed run has completed its fetch and its ingest. */
export async function checkStages({ db }: CheckedWorld): Promise<Finding[]> {
  const { findings, add } = findingsOf('stages');
  const { rows } = await sql<StageRow>`
    select workflow_id, workflow_run_id, status, stage, outcome, stage.ended_at
    from crawl_runs run left join stage_runs stage on stage.crawl_run_id = run.id
    order by run.id, stage.id
  `.execute(db);
  for (const [runId, stages] of Map.groupBy(rows, (row) => row.workflow_run_id)) {
    const { workflow_id: workflowId, status } = stages[0]!;
    const name = `${workflowId}, ${runId}`;
    if (status === 'running') add(`the run of ${name} is open`, 'closed', status);
    for (const { stage, ended_at: endedAt } of stages)
      if (stage !== null && endedAt === null) add(`the stage ${stage} of ${name} is open`, 'ended', 'open');
    if (status !== 'completed') continue;
    for (const wanted of ['fetch', 'ingest']) {
      const seen = stages.find(({ stage }) => stage === wanted);
      if (seen?.ended_at === null || seen?.outcome === 'completed') continue;
      add(`${name} is completed without its stage ${wanted}`, 'completed', seen?.outcome ?? 'no such stage');
    }
  }
  return findings;
}
