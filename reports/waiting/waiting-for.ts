import type { Db } from '../../db/connect.ts';
import { listDependencies } from '../../db/queries/job-dependencies.ts';
import { findTurnWait } from '../../db/queries/job-turns.ts';
import { findTasksInTheWay, type TaskInTheWay } from '../../db/queries/store-locks.ts';
import { scrubWords } from '../../domain/credentials.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import { describeOpen } from '../../domain/job-dependencies.ts';
import { describeTurnWait } from '../../domain/job-turns.ts';
import { isForStop } from '../../domain/stopped-target.ts';
import { describeBlockingTask } from '../../domain/store-wait.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { Job } from '../job.ts';
import type { Task } from '../task.ts';
import { queueOf } from './activity-queue.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import { createBlockers, type Blockers } from './blockers.ts';
import type { OpenActivity, OpenWork } from './open-work.ts';

/**
 * Describes everything that holds open tasks back.
 * @param workOf returns null if the open work of the task is not known
 * @returns descriptions by run id; runs that nothing known holds back have none
 */
export async function describeWaits(
  db: Db,
  tasks: Task[],
  workOf: (task: Task) => OpenWork | null,
): Promise<Map<string, string>> {
  const open = tasks.filter(({ completed_at }) => completed_at === null);
  if (open.length === 0) return new Map();
  const inTheWay = await findTasksInTheWay(
    db,
    open.map(({ run_id }) => run_id),
  );
  const blockers = createBlockers(db);
  const reported = new Map<string, string>();
  for (const task of open) {
    const text = await describeWait(task, {
      inTheWay: inTheWay.get(task.run_id),
      work: workOf(task),
      blockers,
    });
    if (text !== '') reported.set(task.run_id, text);
  }
  return reported;
}

/**
 * Describes everything that holds an open job back; null: nothing known does.
 * @param work null: the open work of the job is not known
 */
export async function describeJobWait(db: Db, job: Job, work: OpenWork | null): Promise<string | null> {
  if (job.completed_at !== null || work === null) return null;
  const { scheduled_for: at, job_type: jobType } = job;
  const others = await describeAwaitedJobs(db, job);
  if (others !== null) return others;
  // A job with an activity no longer waits for its time: a person has started the job early.
  if (work.activity === null && at !== null && at.getTime() > Date.now())
    return `its time: ${formatMoment(at)}`;
  const turn = await findTurnWait(db, { id: job.id, workflowRunId: job.run_id });
  if (turn !== null) return scrubWords(describeTurnWait(turn));
  const reasons = await reasonsOf(
    { platform: null, jobType },
    withoutKnownFailure(work, job),
    createBlockers(db),
  );
  // A failure may quote the job's payload.
  return reasons.length === 0 ? null : scrubWords(reasons.join('; '));
}

const JOBS_NAMED = 3;

async function describeAwaitedJobs(db: Db, { id, run_id: workflowRunId }: Job): Promise<string | null> {
  const all = await listDependencies(db, { id, workflowRunId });
  const awaited = all.filter(({ isAwaited }) => isAwaited).map((other) => other.id);
  return awaited.length === 0 ? null : describeOpen(awaited.slice(0, JOBS_NAMED), awaited.length);
}

/** Leaves out the last failure if the job already shows it as its error. */
function withoutKnownFailure(work: OpenWork, { error_message: error }: Job): OpenWork {
  if (work.activity === null || error === null) return work;
  return { ...work, activity: { ...work.activity, lastFailure: null } };
}

interface Known {
  inTheWay: TaskInTheWay | undefined;
  work: OpenWork | null;
  blockers: Blockers;
}

async function describeWait(task: Task, { inTheWay, work, blockers }: Known): Promise<string> {
  if (task.scheduled_for !== null && task.scheduled_for.getTime() > Date.now())
    return `its time: ${formatMoment(task.scheduled_for)}`;
  if (inTheWay !== undefined) {
    const { workflowId, workflowRunId, since } = inTheWay;
    const id = workflowRunId === null ? workflowId : taskId(workflowId, workflowRunId);
    return describeBlockingTask(id, since.toISOString());
  }
  const { platform } = task;
  return work === null ? '' : (await reasonsOf({ platform, jobType: null }, work, blockers)).join('; ');
}

/** What decides which workers may take an activity. */
interface Subject {
  platform: PlatformName | null;
  jobType: string | null;
}

async function reasonsOf(
  { platform, jobType }: Subject,
  { state, activity, isBegun, progress, holder, decisionSince }: OpenWork,
  blockers: Blockers,
): Promise<string[]> {
  if (state === 'over') return [];
  if (state === 'held') {
    const gone = holder === null ? [] : await blockers.holder(holder);
    return gone.length > 0 || progress === null ? gone : [progress];
  }
  if (activity === null) return reasonsOfDecision(decisionSince, blockers);
  const queue = activity.queue ?? queueOf(activity.type, platform);
  const lacking = [
    ...(queue === null ? [] : await blockers.unserved(queue)),
    ...(jobType === null ? [] : await blockers.unknown(jobType)),
  ];
  const upstream = await blockers.upstream(activity.type, platform);
  // The last failure is left out, since the reasons listed after it most often caused it.
  if (state === 'later' && lacking.length + upstream.length > 0)
    return [describeNextAttempt({ ...activity, lastFailure: null }), ...lacking, ...upstream];
  if (state === 'later') return describeLater(activity, { platform, progress });
  const place = lacking.length > 0 ? lacking : [await blockers.place(queue)];
  return [...(isBegun ? [] : await blockers.unserved(WORKFLOW_QUEUE)), ...place, ...upstream];
}

/**
 * Describes what an activity waits for whose next attempt nothing known holds back. If a stop of its platform ended the last attempt,
 * that stop is over by now, and is not mentioned.
 */
export function describeLater(
  activity: OpenActivity,
  { platform, progress }: { platform: string | null; progress: string | null },
): string[] {
  if (isForStop(activity.lastFailure, platform))
    return [describeNextAttempt({ ...activity, lastFailure: null })];
  return [...(progress === null ? [] : [progress]), describeNextAttempt(activity)];
}

/** A workflow task that waits longer than this is reported; normally a worker takes it within moments. */
const DECISION_MS_MAX = 5_000;

async function reasonsOfDecision(since: Date | null, blockers: Blockers): Promise<string[]> {
  const unserved = await blockers.unserved(WORKFLOW_QUEUE);
  const isLong = since !== null && Date.now() - since.getTime() > DECISION_MS_MAX;
  return unserved.length > 0 || !isLong ? unserved : [await blockers.place(WORKFLOW_QUEUE)];
}

function describeNextAttempt({
  attempt,
  attemptsMax = null,
  nextAttemptAt,
  lastFailure,
}: OpenActivity): string {
  const of = attemptsMax === null ? '' : ` of ${attemptsMax}`;
  const at = nextAttemptAt === null ? '' : `, which starts at ${formatMoment(nextAttemptAt)}`;
  return `attempt ${attempt}${of}${at}${lastFailure === null ? '' : `, after: ${lastFailure}`}`;
}
