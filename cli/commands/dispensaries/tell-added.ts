import type { AddedDispensary } from '../../../db/queries/add-dispensary.ts';
import type { StartedTask } from '../../../temporal-client/started-task.ts';
import { inSnakeCase } from '../../in-snake-case.ts';
import { withoutControls } from '../../without-controls.ts';

export interface AddOptions {
  crawl: boolean;
  json?: boolean | undefined;
}

/** Says which dispensary was added, or was there, and what was started for it. */
export function tellAdded(
  { dispensary, isNew }: AddedDispensary,
  task: StartedTask | null,
  { json }: Pick<AddOptions, 'json'>,
): void {
  if (json === true) return say(JSON.stringify({ ...dispensary, is_new: isNew, task: inSnakeCase(task) }));
  const { id, name, platform } = dispensary;
  say(
    `${withoutControls(name)} (${platform}) ${isNew ? 'is added as dispensary' : 'is dispensary'} ${id}. ${startOf(task)}`,
  );
}

function startOf(task: StartedTask | null): string {
  if (task === null) return 'Nothing was started.';
  return `${task.workflowId} ${task.isNew ? 'is started' : 'was running already'}.`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
