import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import type { JobPayload } from '../domain/job.ts';
import type { FileSession } from '../egress/session.ts';

/** How far a job is, as people see it, and as an attempt after this one finds it. */
export interface JobStep {
  /** From 0 to 100. */
  percent: number;
  /** In words, such as `120 of 800 posts`. */
  message: string;
  /** Whatever the next attempt needs to go on from here: JSON of at most 16 KiB. Without it that begins at the beginning. */
  cursor?: unknown;
}

/** One identity at work: requests leave through its proxy, as its browser sends them, at the pace of each host. */
export type JobSession = Pick<FileSession, 'identity' | 'exitAddress' | 'askJson' | 'download' | 'readFile'>;

/** What a type of jobs works with. */
export interface JobRun<Payload> {
  id: string;
  platform: string | null;
  account: string | null;
  payload: Payload;
  /** Counts from 1, with every attempt, whyever the one before it ended. */
  attempt: number;
  /** What the attempt before this one had told last; null: there is nothing to go on from. */
  cursor: unknown;
  /** Aborted when the job is cancelled, has told nothing for ten minutes, or its worker stops: end what is under way. */
  signal: AbortSignal;
  /** Tells how far it is. Within ten minutes of the start, and of each time before, or the attempt is given up as stuck. */
  tell(step: JobStep): void;
  /**
   * Works through a leased proxy and browser profile, and through others while these are blocked.
   * @param work may be called several times; it keeps what it has between the calls
   * @throws CrawlError of the last try
   */
  withSession<Result>(work: (session: JobSession) => Promise<Result>): Promise<Result>;
  /**
   * Keeps a file, whole or not at all; one of this name that the job has kept before is replaced.
   * @param name up to 150 letters, digits, dots, dashes and underscores, no dot first
   * @returns its path below the storage root
   * @throws CrawlError StorageFull
   */
  saveFile(name: string, bytes: Buffer): Promise<string>;
  /** The database of Crawlchain, such as for a sync of its catalog. */
  db: Db;
}

/** A type of jobs: what it takes, and what it does. */
export interface JobType<Payload = unknown> {
  /** Small letters, digits and underscores, such as `scrape_account`. */
  name: string;
  /** A sentence for operators. */
  about: string;
  /** What its payload is: a schema of zod 4. */
  payload: z.ZodType<Payload>;
  /**
   * Does one job. Whatever it throws is a failure, which is tried again as often as was asked for; a CrawlError says by its
   * kind whether that makes sense, and whether it counts.
   * @returns a summary: a JSON object of at most 16 KiB, or nothing
   */
  run(job: JobRun<Payload>): Promise<JobPayload | void>;
}

/** Makes a type of jobs whose `run` knows what its schema lets pass. */
export function defineJobType<Schema extends z.ZodType>(
  type: Omit<JobType, 'payload' | 'run'> & {
    payload: Schema;
    run(job: JobRun<z.output<Schema>>): Promise<JobPayload | void>;
  },
): JobType {
  return type;
}
