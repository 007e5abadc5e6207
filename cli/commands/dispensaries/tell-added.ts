import type { AddedDispensary } from '../../../db/queries/add-dispensary.ts';
import type { StartedPlan } from '../../../temporal-client/start-or-schedule.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

export interface AddOptions {
  crawl: boolean;
  json?: boolean | undefined;
}

/** Says which dispensary was added, or was there, and what was started for it. */
export function tellAdded(
  { dispensary, isNew }: AddedDispensary,
  task: StartedPlan | null,
  { json }: Pick<AddOptions, 'json'>,
): void {
  if (json === true)
    return say(JSON.stringify({ ...dispensary, is_new: isNew, task: task === null ? null : toTask(task) }));
  const { id, name, platform } = dispensary;
  say(
    `${withoutControls(name)} (${platform}) ${isNew ? 'is added as dispensary' : 'is dispensary'} ${id}. ${startOf(task)}`,
  );
}

function toTask({ outcome, workflowId, runId }: StartedPlan) {
  return {
    task_id: taskId(workflowId, runId),
    workflow_id: workflowId,
    run_id: runId,
    is_new: outcome === 'started',
  };
}

function startOf(task: StartedPlan | null): string {
  if (task === null) return 'Nothing was started.';
  return `${task.workflowId} ${task.outcome === 'started' ? 'is started' : 'was running already'}.`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
