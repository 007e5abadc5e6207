import { LOG_BYTES_MAX } from '../../domain/job-log.ts';
import type { CredentialValue } from '../../domain/job-credential.ts';
import { checkDownload } from '../check-download.ts';
import { checkStep } from '../check-step.ts';
import type { JobRun, JobSession, JobStep, SavedFile, WantedDownload } from '../job-type.ts';
import { refuseNestedSessions } from '../refuse-nested-sessions.ts';
import type { Channel, Offers } from './channel.ts';
import type { AttemptFacts, SessionFacts } from './job-facts.ts';

/** An attempt as its own process has it. */
interface ChildJob {
  job: JobRun<unknown>;
  /** What the worker calls while the attempt runs. */
  offers: Offers;
}

/** Creates the tools of an attempt in its own process: each asks the worker. */
export function createChildJob(facts: AttemptFacts, channel: Channel): ChildJob {
  const { id, platform, account, payload, attempt, cursor } = facts;
  const aborting = new AbortController();
  const { signal } = aborting;
  const works = createCallbacks<(session: JobSession) => Promise<void>>();
  const downloads = createCallbacks<WantedDownload>();
  const report = (step: JobStep): void => {
    // Stops a type that never checks its signal.
    signal.throwIfAborted();
    channel.notify('report', checkStep(step));
  };
  const job: JobRun<unknown> = {
    id,
    platform,
    account,
    payload,
    attempt,
    cursor,
    signal,
    report,
    tell: report,
    // The worker cuts the lines, once their secrets are replaced.
    log: (line: unknown) => channel.notify('log', String(line).slice(0, LOG_BYTES_MAX)),
    async startJob(request) {
      signal.throwIfAborted();
      return (await channel.call('startJob', request)) as { id: string };
    },
    state: {
      get: () => channel.call('getState'),
      async set(value) {
        signal.throwIfAborted();
        await channel.call('setState', value ?? null);
      },
    },
    // Refused here: the worker does not know within which session the process has called it.
    withSession: refuseNestedSessions(async <Result>(work: (session: JobSession) => Promise<Result>) => {
      signal.throwIfAborted();
      // The result stays here; the worker only learns whether the work succeeded.
      const done: { result?: Result } = {};
      const keepResult = async (session: JobSession): Promise<void> => {
        done.result = await work(session);
      };
      await works.during(keepResult, (number) => channel.call('withSession', number));
      return done.result as Result;
    }),
    async credential(name) {
      signal.throwIfAborted();
      return (await channel.call('credential', name)) as CredentialValue;
    },
    async saveFile(name, bytes) {
      signal.throwIfAborted();
      return (await channel.call('saveFile', name, bytes)) as string;
    },
  };
  const offers = {
    abort: (reason: string) => aborting.abort(new Error(reason)),
    work: (number: number, session: SessionFacts) =>
      works.get(number)(sessionOf(session, { channel, downloads })),
    nameFile: (number: number, contentType: string) => downloads.get(number).name(contentType),
    onProgress: (number: number, progress: Parameters<NonNullable<WantedDownload['onProgress']>>[0]) =>
      downloads.get(number).onProgress?.(progress),
  };
  return { job, offers };
}

interface SessionTools {
  channel: Channel;
  downloads: Callbacks<WantedDownload>;
}

function sessionOf(
  { number, identity, exitAddress }: SessionFacts,
  { channel, downloads }: SessionTools,
): JobSession {
  return {
    identity,
    exitAddress,
    askJson: (request) => channel.call('askJson', number, request),
    request({ body, ...request }) {
      // Only a value of its own crosses as bytes.
      const isBytes = body instanceof Uint8Array;
      const values = isBytes ? [request, body] : [{ ...request, body }, null];
      return channel.call('request', number, ...values) as ReturnType<JobSession['request']>;
    },
    download: (url) => channel.call('download', number, url) as ReturnType<JobSession['download']>,
    readFile: (url) => channel.call('readFile', number, url) as ReturnType<JobSession['readFile']>,
    runTool: (name, args) => channel.call('runTool', number, name, args) as ReturnType<JobSession['runTool']>,
    async downloadFile(url, file) {
      checkDownload(file);
      return downloads.during(file, async (download) => {
        const { stem, wanted } = file;
        const request = { session: number, download, url, stem, wanted };
        return (await channel.call('downloadFile', request)) as SavedFile;
      });
    },
  };
}

interface Callbacks<Kept> {
  get(number: number): Kept;
  /** Keeps one during some work, which gets its number. */
  during<Result>(one: Kept, work: (number: number) => Promise<Result>): Promise<Result>;
}

/** Keeps what the worker names by its number. */
function createCallbacks<Kept>(): Callbacks<Kept> {
  const kept = new Map<number, Kept>();
  let count = 0;
  return {
    get(number) {
      const found = kept.get(number);
      if (found === undefined) throw new Error('This call of the job has ended.');
      return found;
    },
    async during(one, work) {
      count += 1;
      const number = count;
      kept.set(number, one);
      try {
        return await work(number);
      } finally {
        kept.delete(number);
      }
    },
  };
}
