/** The queues that jobs are compared with. */
export type JobPeerName = 'pg-boss' | 'graphile-worker';

/** What a peer's process is told at its start. */
export interface JobPeerStart {
  databaseUrl: string;
  /** Concurrent jobs. */
  concurrency: number;
}

/** A queue that runs echo jobs. */
export interface JobPeer {
  /** Removes what earlier jobs have left. */
  clean(): Promise<void>;
  /** Adds so many jobs in batches; resolves when the database says that all are done. */
  run(count: number): Promise<void>;
}

/** A peer's messages to its parent. */
export type JobPeerReport =
  | { is: 'serving' }
  | { is: 'ended'; ms: number }
  | { is: 'failed'; reason: string };

/** How many jobs one statement adds. */
export const BATCH = 1_000;

/** The payload of job number `at`. */
export function echoPayload(at: number): { words: string } {
  return { words: `echo ${at}` };
}
