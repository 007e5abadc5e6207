import type { ApiClient, Schemas } from '../../api-client/create-api-client.ts';
import { withoutControls } from '../../domain/without-controls.ts';
import { inSnakeCase } from '../in-snake-case.ts';
import { printLine, printWords } from '../output/print.ts';
import { waitForWork } from '../wait-for-work.ts';
import { followTask, type TaskDetail } from './follow-task.ts';
import { formatNextTry, readNextTry } from './next-try.ts';
import { reportFailure } from '../process-ports.ts';

/** A task that the call started, or that was open already, as `--json` prints it. */
interface StartedTask extends Pick<Schemas['TaskStart'], 'task_id' | 'workflow_id'> {
  is_new: boolean;
}

interface Showing {
  options: { wait?: boolean; json?: boolean };
  /** Describes the end of a task that has a result, such as "is completed". */
  formatEnd: (ended: TaskDetail) => string;
  /** Whether the task did everything that was requested. */
  isGood: (ended: TaskDetail) => boolean;
}

/** Prints which task was started; with `--wait` also its progress and how it ended. */
export async function showStartedTask(
  api: ApiClient,
  started: StartedTask,
  { options: { wait, json }, formatEnd, isGood }: Showing,
): Promise<void> {
  const { task_id: id, workflow_id: name, is_new: isNew } = started;
  if (json !== true) printLine(`${name} ${isNew ? 'is started' : 'was running already'}.`);
  if (wait !== true) return json === true ? printLine(JSON.stringify(started)) : undefined;
  const what = { name, shownBy: `tasks show ${id}` };
  const ended = await waitForWork(what, async (waiting) => {
    const closed = await followTask(api, started, waiting);
    return isGood(closed) ? closed : { ...closed, tried_again: await readNextTry(api, closed, waiting) };
  });
  if (ended === null) return;
  if (!isGood(ended)) reportFailure();
  const { status, outcome, error_message: error, tried_again } = ended;
  if (json === true)
    return printLine(
      JSON.stringify({ ...started, status, result: inSnakeCase(outcome), error, tried_again }),
    );
  const hasResult = status === 'completed' || status === 'unconfirmed';
  printWords(withoutControls(`${name} ${hasResult ? formatEnd(ended) : `is ${status}: ${error}`}`));
  if (!isGood(ended)) printWords(`  ${formatNextTry(ended)}`);
}
