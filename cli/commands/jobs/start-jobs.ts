import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { scrubJson } from '../../../domain/credentials.ts';
import { FALLBACK_TYPE, isTitled } from '../../../domain/job-title.ts';
import type { OnFailure } from '../../../domain/job.ts';
import { isSmall, pointerTo } from '../../../domain/stored-payload.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandFailed } from '../../command-failed.ts';
import { momentOf } from '../../output/format-time.ts';
import { answer as print, printLine } from '../../output/print.ts';
import { waitForWork } from '../../wait-for-work.ts';
import { followJob } from './follow-job.ts';
import { formatEnd } from './format-jobs.ts';
import { requireId } from '../../require-id.ts';
import { reportFailure } from '../../process-ports.ts';

interface AnswerOptions {
  wait?: true;
  json?: true;
}

/** The options of `jobs start`. */
interface StartOptions extends AnswerOptions {
  payload: Record<string, unknown>;
  title?: string;
  fallback?: true;
  id?: string;
  deduplicate?: true;
  platform?: string;
  account?: string;
  credentials?: string[];
  priority: number;
  maxRetries: number;
  at?: Date;
  dependsOn?: string[];
  onFailure?: OnFailure;
}

/** The options of `jobs retry`. */
interface RetryOptions extends AnswerOptions {
  priority?: number;
  maxRetries?: number;
  payload?: Record<string, unknown>;
  /** False: on none. */
  dependsOn?: string[] | false;
}

/** Starts a job, unless one with its id is open. @throws CommandFailed if that one is other work */
export async function startNewJob(
  type: string | undefined,
  options: StartOptions,
  command: Command,
): Promise<void> {
  const { title, fallback, id, deduplicate, platform, account, payload, priority, maxRetries, at } = options;
  const { dependsOn, onFailure, credentials } = options;
  const body = {
    payload,
    priority,
    max_retries: maxRetries,
    ...withoutUndefined({ job_type: type, title, fallback, id, deduplicate, platform, account, credentials }),
    ...withoutUndefined({ scheduled_for: at?.toISOString(), depends_on: dependsOn, on_failure: onFailure }),
  };
  await withApi(command, async (api) => {
    const started = await answerOf(api.POST('/api/jobs', { body }));
    if (started.already_running)
      await refuseOther(api, started, { type: type ?? (await typeOf(api, title)), payload });
    await answer(api, { started, options });
  });
}

/** Finds the type that a title leads to. */
async function typeOf(api: ApiClient, title = ''): Promise<string> {
  const { items } = await answerOf(api.GET('/api/job-types'));
  return items.find((type) => isTitled(type, title))?.name ?? FALLBACK_TYPE;
}

/** Compares an open job with the one that was to be started. @throws CommandFailed if its type or payload is another */
async function refuseOther(
  api: ApiClient,
  { id, job_type: openType }: Schemas['StartedJob'],
  wanted: { type: string; payload: Record<string, unknown> },
): Promise<void> {
  const rest = `so nothing was started; \`crawlchain jobs show ${id}\` shows it. Give another --id, or start this one when that has ended.`;
  if (openType !== wanted.type)
    throw new CommandFailed(`${id} is already open as a job of the type ${openType}, ${rest}`);
  const open = await answerOf(api.GET('/api/jobs/{id}', { params: { path: { id } } }));
  // Null: Temporal does not answer, or has deleted the job. The API shows payloads without their passwords.
  const shown = isSmall(wanted.payload) ? scrubJson(wanted.payload) : pointerTo(wanted.payload);
  if (open.payload !== null && !isDeepStrictEqual(open.payload, shown))
    throw new CommandFailed(
      `${id} is already open as a job of the type ${openType} with another payload, ${rest}`,
    );
}

/** Retries a closed job. */
export async function retryJob(id: string, options: RetryOptions, command: Command): Promise<void> {
  const parameters = { path: { id: requireId('job', id) } };
  const { priority, maxRetries: max_retries, payload, dependsOn } = options;
  const depends_on = dependsOn === false ? [] : dependsOn;
  const body = withoutUndefined({ priority, max_retries, payload, depends_on });
  await withApi(command, async (api) =>
    answer(api, {
      started: await answerOf(api.POST('/api/jobs/{id}/retry', { params: parameters, body })),
      options,
    }),
  );
}

interface Begun {
  started: Schemas['StartedJob'];
  options: AnswerOptions;
}

/** Prints which job was started; with `--wait` also its progress and how it ended. */
async function answer(api: ApiClient, { started, options: { wait, json } }: Begun): Promise<void> {
  const { id, already_running } = started;
  if (json !== true) printLine(`${id} ${describeStart(started)}.`);
  if (wait !== true) {
    if (json === true) printLine(JSON.stringify(started));
    return;
  }
  const ended = await waitForWork({ name: id, shownBy: `jobs show ${id}` }, (waiting) =>
    followJob(api, id, waiting),
  );
  if (ended === null) return;
  if (ended.status !== 'completed') reportFailure();
  print({ ...ended, already_running }, { json }, () => formatEnd(ended));
}

function describeStart({ already_running: isRunning, scheduled_for: at }: Schemas['StartedJob']): string {
  if (isRunning)
    return 'is already open, and continues as it was first requested: the options of this call are not used';
  return at !== null && Date.parse(at) > Date.now() ? `waits until ${momentOf(at)}` : 'is started';
}
