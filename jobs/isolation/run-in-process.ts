import { CrawlError } from '../../domain/errors.ts';
import type { CredentialValue } from '../../domain/job-credential.ts';
import type { JobPayload } from '../../domain/job.ts';
import { createRedaction } from '../../domain/redaction.ts';
import type { ChildJobRequest } from '../child-job-request.ts';
import type { JobRun, JobSession, JobStep, WantedDownload } from '../job-type.ts';
import type { Channel, Offers } from './channel.ts';
import type { AttemptFacts, SessionFacts } from './job-facts.ts';
import { FailureCopy } from './error-wire.ts';
import { toApplicationFailure } from './application-failure.ts';
import { startProcess, type IsolationSettings } from './start-process.ts';

/** How long a cancelled attempt may take to end. */
const ABORT_MS_MAX = 5_000;

/** A type of a module, and how its processes run. */
export interface IsolatedType extends IsolationSettings {
  /** The absolute path of its module, without symbolic links. */
  module: string;
  name: string;
  env: Record<string, string>;
}

/**
 * Runs one attempt of a job in a process of its own, which asks for everything through the functions of `job`.
 * @returns what the type returns
 * @throws what the type throws; CrawlError JobCrashed
 */
export async function runInProcess(type: IsolatedType, job: JobRun<unknown>): Promise<JobPayload | void> {
  const { module, name } = type;
  const printed = createRedaction([job.platform, job.account]);
  const credential = async (wanted: string): Promise<CredentialValue> => {
    const value = await job.credential(wanted);
    printed.add(value);
    return value;
  };
  const { channel, failure, kill } = startProcess({
    ...type,
    offers: offersOf({ ...job, credential }, () => channel),
    redact: printed.text,
  });
  const { id, platform, account, payload, attempt, cursor } = job;
  const facts: AttemptFacts = { id, platform, account, payload, attempt, cursor };
  let timer: NodeJS.Timeout | undefined;
  const abort = (): void => {
    const { reason } = job.signal as { reason: unknown };
    channel.notify('abort', reason instanceof Error ? reason.message : String(reason));
    timer = setTimeout(kill, ABORT_MS_MAX);
  };
  if (job.signal.aborted) abort();
  job.signal.addEventListener('abort', abort);
  try {
    return (await Promise.race([channel.call('run', module, name, facts), failure])) as JobPayload | void;
  } catch (error) {
    throw error instanceof FailureCopy ? toApplicationFailure(error) : error;
  } finally {
    job.signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    kill();
  }
}

/** What the process of an attempt may ask its worker for. Whatever it sends is checked by the functions that get it. */
function offersOf(job: JobRun<unknown>, channelOf: () => Channel): Offers {
  const sessions = new Map<number, JobSession>();
  let count = 0;
  const sessionOf = (number: number): JobSession => {
    const session = sessions.get(number);
    if (session === undefined) throw new Error('This session of the job has ended.');
    return session;
  };
  return {
    report: (step: JobStep) => job.report(step),
    log: (line: unknown) => job.log(String(line)),
    startJob: (request: ChildJobRequest) => job.startJob(request),
    getState: () => job.state.get(),
    setState: (value: unknown) => job.state.set(value),
    credential: (wanted: unknown) => job.credential(String(wanted)),
    saveFile: (name: unknown, bytes: unknown) => {
      if (!Buffer.isBuffer(bytes))
        throw new CrawlError('InvalidInput', 'saveFile takes the bytes of a file as a Buffer.');
      return job.saveFile(String(name), bytes);
    },
    withSession: (work: number) =>
      job.withSession(async (session) => {
        const { exitAddress, identity } = session;
        const { proxy, profile } = identity;
        count += 1;
        const number = count;
        sessions.set(number, session);
        const known = { proxy: proxy && { id: proxy.id }, profile: { name: profile.name } };
        try {
          const facts: SessionFacts = { number, exitAddress, identity: known };
          await channelOf().call('work', work, facts);
        } finally {
          sessions.delete(number);
        }
      }),
    askJson: (session: number, request: Parameters<JobSession['askJson']>[0]) =>
      sessionOf(session).askJson(request),
    request: (session: number, request: Parameters<JobSession['request']>[0], bytes: unknown) =>
      sessionOf(session).request(Buffer.isBuffer(bytes) ? { ...request, body: bytes } : request),
    download: (session: number, url: unknown) => sessionOf(session).download(String(url)),
    readFile: (session: number, url: unknown) => sessionOf(session).readFile(String(url)),
    runTool: (session: number, tool: unknown, args: Parameters<JobSession['runTool']>[1]) =>
      sessionOf(session).runTool(String(tool), args),
    downloadFile: ({ session, download, url, stem, wanted }: RequestedDownload) =>
      sessionOf(session).downloadFile(String(url), {
        stem: String(stem),
        wanted,
        name: async (contentType) => String(await channelOf().call('nameFile', download, contentType)),
        onProgress: (progress) => channelOf().notify('onProgress', download, progress),
      }),
  };
}

/** A download that the process of a job asks for. */
interface RequestedDownload extends Pick<WantedDownload, 'wanted'> {
  session: number;
  download: number;
  url: unknown;
  stem: unknown;
}
