import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type AddedDispensary = Schemas['AddedDispensary'];

/** Describes which dispensary was added or existed already, and what was started for it. */
export function formatAdded({ id, name, platform, is_new: isNew, task }: AddedDispensary): string {
  const place = `${isNew ? 'is added as dispensary' : 'is dispensary'} ${id}`;
  return `${withoutControls(name)} (${platform}) ${place}. ${formatStart(task)}\n`;
}

function formatStart(task: AddedDispensary['task']): string {
  if (task === null) return 'Nothing was started.';
  return `${task.workflow_id} ${task.already_running ? 'was running already' : 'is started'}.`;
}
