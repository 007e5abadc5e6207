import { JOB_ID } from '../domain/job.ts';
import { readTaskId } from '../temporal-config/workflow-ids.ts';
import { CommandRefused } from './command-refused.ts';

const KINDS = {
  task: { list: 'tasks list', isId: (id: string) => readTaskId(id) !== null },
  job: { list: 'jobs list', isId: (id: string) => JOB_ID.test(id) },
  'bulk action': { list: 'bulk list', isId: (id: string) => JOB_ID.test(id) },
};

/** Returns a text that is an id of the given kind. @throws CommandRefused if it is none */
export function requireId(kind: keyof typeof KINDS, id: string): string {
  const { list, isId } = KINDS[kind];
  if (isId(id)) return id;
  throw new CommandRefused(
    `There is no ${kind} ${JSON.stringify(id)}; it takes an id as \`crawlchain ${list}\` shows it.`,
  );
}
