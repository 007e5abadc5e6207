import { readTaskDetail, type TaskDetail } from '../../../reports/task-detail.ts';
import { readTaskId } from '../../../temporal-config/workflow-ids.ts';
import { CommandRefused } from '../../command-refused.ts';
import type { Servers } from '../../with-servers.ts';

/** @throws CommandRefused when there is no such task */
export async function findTask(servers: Servers, id: string): Promise<TaskDetail> {
  const execution = readTaskId(id);
  const detail = execution === null ? null : await readTaskDetail(servers, execution);
  if (detail !== null) return detail;
  throw new CommandRefused(
    `There is no task ${JSON.stringify(id)}; it takes an id as \`crawlchain tasks list\` shows it.`,
  );
}
