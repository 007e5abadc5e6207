import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import type { CredentialValue } from '../domain/job-credential.ts';
import type { JobPayload } from '../domain/job.ts';
import type { DownloadProgress } from '../egress/download-file.ts';
import type { WantedFile } from '../egress/file-kind.ts';
import type { FileSession } from '../egress/session.ts';
import type { ChildJobRequest } from './child-job-request.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** A job's progress: shown to people, and passed to the next attempt. */
export interface JobStep {
  /** From 0 to 100. */
  percent: number;
  /** For people, such as `120 of 800 posts`. */
  message: string;
  /** What the next attempt needs to resume from here: JSON of at most 16 KiB. Without it, that attempt starts over. */
  cursor?: unknown;
}

/**
 * A session with one identity: requests go through the identity's proxy, or without one if the type's egress is `direct`, look like its
 * browser's, and keep the pace of each host.
 */
export interface JobSession extends Pick<FileSession, 'askJson' | 'request' | 'download' | 'readFile'> {
  /** Its proxy, if it has one, and browser profile. The address and password of the proxy stay with the worker. */
  identity: { proxy: { id: number } | null; profile: { name: string } };
  /** The address of its proxy as sites see it; null without a proxy. */
  exitAddress: string | null;
  /**
   * Downloads a file of any size into the job's folder. Continues what an earlier session or attempt received of it, if the site
   * still has the same content.
   * @throws CrawlError ContractBroken if it is not what was wanted; StorageFull; others
   */
  downloadFile(url: string, file: WantedDownload): Promise<SavedFile>;
  /**
   * Runs a tool that knows sites, such as yt-dlp, which prints what it found; it downloads nothing. It reaches public https addresses
   * through the proxy of the session if it has one, at its own pace, and has nothing else: no settings or cookies of the machine, an
   * empty folder that is deleted afterwards. What passes counts into what the job may download. It ends with the job.
   * @param args options that only say what to list, and addresses
   * @throws CrawlError InvalidInput for an unknown or missing tool, an argument that is refused, a type without `obeysRobots: false`, or
   *   more than 10 MB of output
   */
  runTool(name: string, args: readonly string[]): Promise<ToolResult>;
}

/** How a tool ended, and what it printed. */
export interface ToolResult {
  /** 0 for success; 128 and the number of the signal that ended it. */
  exitCode: number;
  stdout: string;
  /** At most the last 64 KiB. */
  stderr: string;
}

/** What a file is to be, and how it is to be named. */
export interface WantedDownload {
  /** Identifies the file within the job: the next attempt continues under the same stem. */
  stem: string;
  wanted: WantedFile;
  /** Returns the name of the complete file. */
  name: (contentType: string) => string | Promise<string>;
  onProgress?: (progress: DownloadProgress) => void;
}

/** A file that a job has stored. */
export interface SavedFile {
  /** Below the storage root. */
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** Detected from the bytes if they show it, else as the site said. */
  contentType: string;
}

/** What the runs of a job keep for the next ones; all jobs of one schedule share it. */
export interface JobState {
  /** Returns what was set last, by this or an earlier run; null if nothing was. */
  get(): Promise<unknown>;
  /** Keeps a value: JSON of at most 64 KiB. @throws CrawlError InvalidInput */
  set(value: unknown): Promise<void>;
}

/** One attempt of a job, as a job type's `run` receives it. */
export interface JobRun<Payload> {
  id: string;
  platform: string | null;
  account: string | null;
  payload: Payload;
  /** The number of this attempt, from 1. All earlier attempts count, for whatever reason they ended. */
  attempt: number;
  /** The last cursor that the previous attempt reported; null when there is nothing to resume from. */
  cursor: unknown;
  /** Aborted when the job is cancelled, has reported nothing for ten minutes, or its worker stops: end what is under way. */
  signal: AbortSignal;
  /** Reports progress. An attempt that reports nothing for ten minutes is given up as stuck. */
  report(step: JobStep): void;
  /** @deprecated The former name of `report`. */
  tell(step: JobStep): void;
  /**
   * Adds a line to the log that is kept with the run and shown while it runs, without credentials in URLs. Of a run 1,000 lines and 256
   * KiB are kept; then the oldest fall away.
   */
  log(line: string): void;
  /**
   * Starts another job, once for all attempts of this run. One attempt starts at most 1,000.
   * @throws CrawlError InvalidInput for a job that the API would refuse
   */
  startJob(request: ChildJobRequest): Promise<{ id: string }>;
  state: JobState;
  /**
   * Runs work with a leased proxy and browser profile, and again with others if the site blocks the session, the session breaks off,
   * or the proxy fails. An account keeps its own, with its cookies, and changes the proxy only if the site blocks it. If the type's
   * egress is `direct`, the session has no proxy, and the work runs once: a block fails the attempt. A job has at most eight sessions at
   * once, with an account one, and further ones wait in order.
   * @param work may be called several times; it must keep its results between the calls; it must not open another session
   * @throws CrawlError of the last try; InvalidInput for a session within the work of another
   */
  withSession<Result>(work: (session: JobSession) => Promise<Result>): Promise<Result>;
  /**
   * Returns the value of a stored credential that the request of the job names. It is replaced by `***` in what the job returns, throws,
   * reports and prints.
   * @throws CrawlError InvalidInput if the job does not name it, or it is for another platform or account
   */
  credential(name: string): Promise<CredentialValue>;
  /**
   * Saves a file atomically. Replaces a file that the job saved under the same name.
   * @param name up to 150 letters, digits, dots, dashes and underscores; must not start with a dot
   * @returns the path of the file below the storage root
   * @throws CrawlError StorageFull; InvalidInput, final, when the job has downloaded and saved as much as it may
   */
  saveFile(name: string, bytes: Buffer): Promise<string>;
}

/** One attempt of a job of a built-in type, which runs in the worker itself. */
export interface OwnJobRun<Payload> extends JobRun<Payload> {
  /** Crawlchain's database. */
  db: Db;
}

/**
 * Where the jobs of a type run: in the worker itself (`none`), for built-in types alone, or each attempt in a process of its own, which
 * has no environment but what its type declares, no database, and no way out but the functions of `JobRun`.
 */
type JobIsolation = 'none' | 'process';

/**
 * How the requests of a type leave. `proxied`: through leased proxies, which change when a site blocks one. `direct`: without a proxy,
 * from the worker's own address, for public APIs. Then nothing hides who asks, and private addresses need ALLOWED_PRIVATE_HOSTS. An
 * account has one profile and one set of cookies for both, so let types of one egress use it.
 */
export type JobEgress = 'proxied' | 'direct';

/** A job type: its payload and its work. */
export interface JobType<Payload = unknown> {
  /** Lower-case letters, digits and underscores, such as `scrape_account`. */
  name: string;
  /** What people call it, such as `Scrape account`; no two types have the same. Default: made from the name. */
  title?: string;
  /** One sentence for operators. */
  about: string;
  /** The zod 4 schema of the payload. */
  payload: z.ZodType<Payload>;
  /** How long a failed job waits before it is retried. Default: 5 seconds, doubled after each failure up to ten minutes. */
  retry?: RetryPolicy;
  /** Types of modules have `process`, which is their default. */
  isolation?: JobIsolation;
  /** The variables of the worker's environment that the process of the job gets, such as `ANN_TOKEN`. */
  env?: readonly string[];
  /** How its requests leave. Default: `proxied`. */
  egress?: JobEgress;
  /**
   * Whether its sessions obey robots.txt. Default: as crawls do, which obey it at every host but the API of a platform; there, a
   * setting decides.
   */
  obeysRobots?: boolean;
  /**
   * Runs one attempt of a job, at once or asynchronously. Anything it throws is a failure, after which the job is retried as often as
   * requested. The kind of a CrawlError decides whether the job is retried, and whether the failure uses up a retry.
   * @returns the result: a JSON object, or nothing; one over 16 KiB is stored in a file
   */
  run(job: JobRun<Payload>): JobOutcome;
}

/** What `run` returns: the summary of a job, or nothing. */
type JobOutcome = JobPayload | void | Promise<JobPayload | void>;

/** Defines a job type whose `run` receives the output type of its schema. */
export function defineJobType<Schema extends z.ZodType>(
  type: Omit<JobType, 'payload' | 'run'> & {
    payload: Schema;
    run(job: JobRun<z.output<Schema>>): JobOutcome;
  },
): JobType {
  return type;
}

/** Defines a built-in job type, which runs in the worker itself and may use the database. */
export function defineOwnJobType<Schema extends z.ZodType>(
  type: Omit<JobType, 'payload' | 'run' | 'isolation' | 'env'> & {
    payload: Schema;
    run(job: OwnJobRun<z.output<Schema>>): JobOutcome;
  },
): JobType {
  return { ...type, isolation: 'none' };
}
