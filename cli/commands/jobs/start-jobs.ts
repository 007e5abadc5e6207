import type { Command } from 'commander';
import type { JobInput, JobPayload } from '../../../domain/job.ts';
import { isClosed } from '../../../domain/task.ts';
import { findJobFaults, jobFaultsInWords } from '../../../jobs/find-job-faults.ts';
import { noteJobStart } from '../../../ledger/note-start.ts';
import { toJob, toJobDetail } from '../../../reports/job-answer.ts';
import { repeatJob } from '../../../reports/repeat-job.ts';
import { jobOf } from '../../../reports/job.ts';
import { askTemporal } from '../../../temporal-client/ask-temporal.ts';
import { startJob, type StartedJob } from '../../../temporal-client/job-control.ts';
import { askForChange } from '../../ask-for-change.ts';
import type { Caller } from '../../caller.ts';
import { CommandRefused } from '../../command-refused.ts';
import { momentOf } from '../../tell-time.ts';
import { waitForWork } from '../../wait-for-work.ts';
import { askedBy, type Servers, withServers } from '../../with-servers.ts';
import { followJob } from './follow-job.ts';
import { tellEnd } from './tell-jobs.ts';
import { findJob, loadTypes } from './with-jobs.ts';

interface AnswerOptions {
  wait?: boolean;
  json?: boolean;
}

/** What `jobs start` is told. */
export interface StartOptions extends AnswerOptions {
  /** Whatever JSON was given. */
  payload: unknown;
  id?: string;
  platform?: string;
  account?: string;
  priority: number;
  maxRetries: number;
  at?: Date;
}

/** What `jobs retry` is told. */
export interface RetryOptions extends AnswerOptions {
  priority?: number;
}

type CommandCaller = Caller & { command: Command };

/**
 * Starts a job, unless one of its id is open.
 * @throws CommandRefused when its type or payload is none that a worker could run
 */
export async function startNewJob(
  type: string,
  options: StartOptions,
  { command, ...caller }: CommandCaller,
): Promise<void> {
  await refuseUnfit(type, options.payload);
  const input = inputOf(type, options);
  await withServers(command, async (servers) => {
    const started = await start(servers, input, options.id);
    await answer({ servers, started, asked: { input, ...askedBy(command) } }, options, caller);
  });
}

/**
 * Runs a job that is over once more.
 * @throws CommandRefused when it is not over, or nobody knows any more what it was
 */
export async function retryJob(
  id: string,
  options: RetryOptions,
  { command, ...caller }: CommandCaller,
): Promise<void> {
  const { priority } = options;
  await withServers(command, async (servers) => {
    const detail = await findJob(servers, id);
    const { status } = detail.job;
    if (!isClosed(status)) throw new CommandRefused(`The job is not over: it is ${status}. Cancel it first.`);
    const known = await repeatJob(servers.client, detail);
    if (known === null)
      throw new CommandRefused('Temporal has deleted this job, and nobody knows its input.');
    const input = { ...known, ...(priority === undefined ? {} : { priority }) };
    const started = await start(servers, input, id);
    if (!started.isNew) throw new CommandRefused('The job was started once more by another request.');
    await answer({ servers, started, asked: { input, ...askedBy(command) } }, options, caller);
  });
}

/** @throws CommandRefused */
async function refuseUnfit(type: string, payload: unknown): Promise<void> {
  const jobTypes = await loadTypes();
  const faults = jobFaultsInWords(findJobFaults(jobTypes, type, payload));
  if (faults === null) return;
  throw new CommandRefused(`${faults}${jobTypes.has(type) ? '' : ' JOB_TYPES registers others.'}`);
}

function inputOf(jobType: string, options: StartOptions): JobInput {
  const { platform, account, priority, maxRetries, at } = options;
  return {
    jobType,
    payload: options.payload as JobPayload,
    ...(platform === undefined ? {} : { platform }),
    ...(account === undefined ? {} : { account }),
    priority,
    maxRetries,
    ...(at === undefined ? {} : { scheduledFor: at.toISOString() }),
  };
}

function start({ client }: Servers, input: JobInput, id: string | undefined): Promise<StartedJob> {
  return askForChange(() => askTemporal(client, () => startJob(client, input, { id })));
}

interface Begun {
  servers: Servers;
  started: StartedJob;
  asked: { input: JobInput } & ReturnType<typeof askedBy>;
}

/** Says what was started; where a person waits, how far it is, and how it has ended. */
async function answer(
  { servers, started, asked }: Begun,
  { wait, json }: AnswerOptions,
  { onFailure, interruption }: Caller,
): Promise<void> {
  const { id, isNew } = started;
  const run = await noteJobStart(servers, started, asked);
  const already_running = !isNew;
  if (json !== true) say(`${id} ${beginningOf(asked.input, isNew)}.`);
  if (wait !== true) {
    if (json !== true) return;
    return say(JSON.stringify({ ...toJob(jobOf(run)), already_running }));
  }
  const ended = await waitForWork({ name: id, shownBy: `jobs show ${id}` }, interruption, (waiting) =>
    followJob(servers, id, waiting),
  );
  if (ended === null) return;
  if (ended.job.status !== 'completed') onFailure();
  say(json === true ? JSON.stringify({ ...toJobDetail(ended), already_running }) : tellEnd(ended.job));
}

function beginningOf({ scheduledFor }: JobInput, isNew: boolean): string {
  if (!isNew)
    return 'is open already, and goes on as it was asked for: what this call says of it is not used';
  const isLater = scheduledFor !== undefined && Date.parse(scheduledFor) > Date.now();
  return isLater ? `waits until ${momentOf(scheduledFor)}` : 'is started';
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
