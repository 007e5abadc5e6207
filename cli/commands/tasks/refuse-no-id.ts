import { readTaskId } from '../../../temporal-config/workflow-ids.ts';
import { CommandRefused } from '../../command-refused.ts';

/** @throws CommandRefused for what is no id of a task */
export function refuseNoId(id: string): void {
  if (readTaskId(id) !== null) return;
  throw new CommandRefused(
    `There is no task ${JSON.stringify(id)}; it takes an id as \`crawlchain tasks list\` shows it.`,
  );
}
