import type { Client } from '@temporalio/client';
import type { Db } from '../../db/connect.ts';
import type { ProcessIdentity } from '../../local/process-identity.mjs';

/** A pass of the sandbox's menus, and when it began. */
export interface MenuPass {
  pass: number;
  since: Date;
}

/** A process that was started for the world. */
export interface StartedProcess extends ProcessIdentity {
  name: string;
}

/** What a check reads. Workers and the API have ended; the servers and the sandbox are up. */
export interface CheckedWorld {
  db: Db;
  client: Client;
  storageRoot: string;
  /** In the order in which they began. */
  passes: readonly MenuPass[];
  /** Workers and API processes, also those that have ended. */
  started: () => readonly StartedProcess[];
  /** Calls the sandbox's control server. */
  control: <Answer>(method: string, path: string) => Promise<Answer>;
}

/** A crawl that was acknowledged to whoever asked for it. */
export interface AcknowledgedCrawl {
  dispensaryId: number;
  workflowId: string;
  runId: string;
}

/** A job that was acknowledged so. */
export type AcknowledgedJob = Pick<AcknowledgedCrawl, 'workflowId' | 'runId'>;

/** What has to be true of a world. */
export interface Expected {
  acknowledged: readonly AcknowledgedCrawl[];
  jobs: readonly AcknowledgedJob[];
  /** When a worker, or PostgreSQL, was last killed: what the dead held may run out after that. */
  lastKillAt?: Date | undefined;
}
