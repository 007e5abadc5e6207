import {
  ApplicationFailure,
  CancellationScope,
  condition,
  patched,
  setHandler,
  upsertMemo,
} from '@temporalio/workflow';
import { JOB_PRIORITY_MAX, jobPayloadFault, type JobInput } from '../domain/job.ts';
import {
  describeNotEditable,
  editedInput,
  NOT_EDITABLE,
  type NotEditable,
  type RequestedJobEdit,
} from '../domain/job-edit.ts';
import type { JobTask } from '../stages/current-job.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import { isMoment, isWithin, orNone } from './input-checks.ts';
import { editJobUpdate } from './messages.ts';
import { hasFields, isJsonObject } from './require-input.ts';

/**
 * Lets a job be edited until an attempt begins. An edit is recorded in the job's row, which an attempt must claim to begin: either
 * the edit comes first, and attempts with the earlier values are refused, or the attempt does, and the edit is refused.
 * @param unedited the fields of the input that attempts do not need; an edit returns them, since a retry begins with what it returned
 */
export function editableJob(initial: JobTask, unedited: Pick<JobInput, 'dependsOn'>) {
  let task = initial;
  let round = new CancellationScope();
  let isOver = false;
  /** Whether the job ends as it is, even if an edit is being recorded. */
  let isDecided = false;
  let open = 0;
  let last: Promise<unknown> = Promise.resolve();

  const edit = async ({ requestedBy, reason, ...changes }: RequestedJobEdit): Promise<JobInput> => {
    if (isOver) throw notEditable('ended');
    const edited = { ...editedInput(task, changes), edits: (task.edits ?? 0) + 1 };
    if (isSame(edited, task)) return { ...inputOf(task), ...unedited };
    const record = { task: edited, earlier: task, requestedBy, reason };
    const outcome = await CancellationScope.nonCancellable(() =>
      bookkeepingActivities('record: edited').recordJobEdit(record),
    );
    if (outcome !== 'edited') throw notEditable(outcome);
    // It is not to run, so the edit would be confirmed without effect. The end replaces what was recorded.
    if (isDecided && patched('edits-before-end')) throw notEditable('ended');
    task = edited;
    upsertMemo({ priority: task.priority, scheduled_for: task.scheduledFor ?? null });
    round.cancel();
    return { ...inputOf(task), ...unedited };
  };

  setHandler(
    editJobUpdate,
    (requested) => {
      open += 1;
      // One edit at a time, since each changes what the one before it has left.
      const edited = last.then(() => edit(requested)).finally(() => (open -= 1));
      last = edited.catch(() => undefined);
      return edited;
    },
    { validator: refuseUnfit },
  );

  const untilDecided = () => CancellationScope.nonCancellable(() => condition(() => open === 0));

  return {
    /** Returns the job as it was last edited. */
    current: (): JobTask => task,

    /** Does the work, and begins it again with the new values whenever the job is edited meanwhile. */
    async run<Result>(work: (current: JobTask) => Promise<Result>): Promise<Result> {
      for (;;) {
        const begun = task;
        round = new CancellationScope();
        try {
          const result = await round.run(() => work(begun));
          isDecided = true;
          await untilDecided();
          isOver = true;
          return result;
        } catch (error) {
          isDecided = error instanceof ApplicationFailure && error.type === 'DependencyFailed';
          await untilDecided();
          if (task !== begun && !CancellationScope.current().consideredCancelled) {
            isDecided = false;
            continue;
          }
          isOver = true;
          throw error;
        }
      }
    },
  };
}

/** Refuses an edit that is malformed, or comes too late. The history does not keep a refused one. */
function refuseUnfit(requested: RequestedJobEdit): void {
  const isFit = hasFields<RequestedJobEdit>(requested, {
    priority: orNone((key) => isWithin(key, 1, JOB_PRIORITY_MAX)),
    scheduledFor: orNone((at) => at === null || isMoment(at)),
    payload: orNone((payload) => isJsonObject(payload) && jobPayloadFault(payload) === null),
    requestedBy: orNone((name) => typeof name === 'string'),
    reason: orNone((reason) => typeof reason === 'string'),
  });
  if (!isFit)
    throw ApplicationFailure.nonRetryable(
      `An edit takes priority (1 to ${JOB_PRIORITY_MAX}), scheduledFor (a time with a zone, or null) and payload (a JSON object without credentials).`,
      'InvalidInput',
    );
  if (CancellationScope.current().consideredCancelled) throw notEditable('cancelled');
}

function notEditable(why: NotEditable): ApplicationFailure {
  return ApplicationFailure.nonRetryable(describeNotEditable(why), NOT_EDITABLE);
}

function isSame(one: JobTask, other: JobTask): boolean {
  const shown = ({ priority, scheduledFor, payload }: JobTask) =>
    JSON.stringify([priority, scheduledFor, payload]);
  return shown(one) === shown(other);
}

function inputOf(task: JobTask): JobInput {
  const { createdAt: _, edits: __, ...input } = task;
  return input;
}
