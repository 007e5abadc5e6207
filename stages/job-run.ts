import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import type { HeldJob, JobRunName } from '../db/queries/job-runs.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { withDirectSession } from '../egress/direct-session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type {
  AnyPlatform,
  DirectPorts,
  DirectSession,
  FileSession,
  SessionPorts,
} from '../egress/session.ts';
import { checkStep } from '../jobs/check-step.ts';
import type { JobRun, JobStep, JobType, OwnJobRun } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { JobFiles } from '../storage/job-files.ts';
import { accountSessions } from './account-sessions.ts';
import type { AttemptCredentials } from './attempt-credentials.ts';
import { attemptKey } from './current-chain.ts';
import type { DownloadBudget } from './download-budget.ts';
import { openJobState } from './job-state.ts';
import { saveDownload, saveJobFile } from './keep-job-files.ts';
import type { JobLog } from './keep-job-log.ts';
import { limitSessions } from './limit-sessions.ts';
import type { ProgressReport } from './report-progress.ts';
import type { RunTool } from './run-tool.ts';
import { withTools } from './session-tools.ts';
import { childStarter, type StartJob } from './start-child-job.ts';

/** What the run of a job needs of its worker. */
export interface JobRunTools {
  db: Db;
  /** Opens credentials and cookies. */
  passwordSeal: PasswordSeal;
  jobTypes: JobTypes;
  sessions: SessionPorts<AnyPlatform, FileSession> & DirectPorts;
  jobFiles: JobFiles;
  /** The pod whose own disk has the files; empty where all workers share their storage. */
  holder: string;
  /** What one job may download and save in all its attempts together. */
  downloadBytesMax: number;
  runTool: RunTool;
  startJob: StartJob;
}

/** An attempt of a job that has begun. */
export interface BegunAttempt {
  tools: JobRunTools;
  type: JobType;
  run: JobRunName;
  held: HeldJob;
  payload: unknown;
  credentials: AttemptCredentials;
  cursor: unknown;
}

/** What lasts as long as an attempt. */
interface AttemptParts {
  progress: ProgressReport;
  budget: DownloadBudget;
  log: JobLog;
  /** From its abort on, the job can change nothing any more. */
  signal: AbortSignal;
}

/** Creates what an attempt passes to its type. What leaves the job by it has no credentials. */
export function createJobRun(
  attempt: BegunAttempt,
  { progress, budget, log, signal }: AttemptParts,
): OwnJobRun<unknown> {
  const { tools, run, held, payload, credentials, cursor } = attempt;
  const { id, platform, account } = run;
  const state = openJobState(tools.db, held, signal);
  const startChild = childStarter({ ...tools, held, signal, credentials: credentials.names });
  const report = (step: JobStep): void => {
    // Stops a type that never checks its signal.
    signal.throwIfAborted();
    progress.report(credentials.redact(checkStep(step)));
  };
  return limitSessions({
    id,
    platform,
    account,
    payload,
    attempt: activityInfo().attempt,
    cursor,
    signal,
    report,
    tell: report,
    log: (line) => log.log(credentials.text(line)),
    startJob: async (request) => startChild(credentials.redact(request)),
    state: {
      get: () => state.get(),
      set: (value) => state.set(credentials.redact(value)),
    },
    withSession: sessionsOf(attempt, { budget, signal }),
    async credential(name) {
      signal.throwIfAborted();
      return credentials.get(name);
    },
    async saveFile(name, bytes) {
      signal.throwIfAborted();
      budget.take(bytes.length);
      return saveJobFile({ ...tools, held }, credentials.fileName(name), bytes);
    },
    db: tools.db,
  });
}

function sessionsOf(
  { tools, run, held, type, credentials }: BegunAttempt,
  { budget, signal }: Pick<AttemptParts, 'budget' | 'signal'>,
): JobRun<unknown>['withSession'] {
  const { platform, account } = run;
  const ports =
    account === null ? tools.sessions : accountSessions(tools, { platform: platform ?? '', account });
  const onBytes = (bytes: number) => budget.take(bytes);
  let sessions = 0;
  return async (work) => {
    signal.throwIfAborted();
    sessions += 1;
    const purpose = {
      platform: PLATFORM_NAMES.find((name) => name === platform) ?? null,
      target: `jobs/${platform ?? type.name}`,
      stateCode: null,
      countryCode: null,
      timeZone: null,
      pageUrl: '',
      obeysRobots: type.obeysRobots,
      attemptKey: `${attemptKey()}/${sessions}`,
      signal,
      onBytes,
    };
    const workIn = (session: FileSession | DirectSession) =>
      // What ends a session is also recorded for its proxy.
      credentials.redacting(() =>
        withTools({ ...tools, type, session, signal, onBytes, withoutSecrets: credentials.text }, (runTool) =>
          work({
            ...session,
            runTool,
            async downloadFile(url, file) {
              signal.throwIfAborted();
              const place = { session, maxBytes: tools.downloadBytesMax, shownUrl: credentials.text(url) };
              const named = {
                ...file,
                stem: credentials.fileName(file.stem),
                name: async (contentType: string) => credentials.fileName(await file.name(contentType)),
              };
              return saveDownload({ ...tools, held, ...place }, url, named);
            },
          }),
        ),
      );
    return type.egress === 'direct'
      ? withDirectSession(ports, purpose, workIn)
      : withIdentities(ports, purpose, workIn);
  };
}
