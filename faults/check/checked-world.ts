import type { Client } from '@temporalio/client';
import type { Db } from '../../db/connect.ts';
import type { ProcessIdentity } from '../../local/process-identity.mjs';

/** A pass of the sandbox's menus, and when it began. */
export interface MenuPass {
  pass: number;
  since: Date;
}

/** A process started for the world. */
export interface StartedProcess extends ProcessIdentity {
  name: string;
}

/** What the checks read. The workers and the API have ended; the servers and the sandbox are up. */
export interface CheckedWorld {
  db: Db;
  client: Client;
  storageRoot: string;
  /** The passes in the order in which they began. */
  passes: readonly MenuPass[];
  /** Workers and API processes, including ended ones. */
  started: () => readonly StartedProcess[];
  /** Calls the sandbox's control server. */
  control: <Answer>(method: string, path: string) => Promise<Answer>;
}

/** A crawl that the API acknowledged. */
export interface AcknowledgedCrawl {
  dispensaryId: number;
  workflowId: string;
  runId: string;
}

/** A job that the API acknowledged. */
export type AcknowledgedJob = Pick<AcknowledgedCrawl, 'workflowId' | 'runId'>;

/** What must be true of a world. */
export interface Expected {
  acknowledged: readonly AcknowledgedCrawl[];
  jobs: readonly AcknowledgedJob[];
  /** When a worker or PostgreSQL was last killed: leases renewed before this time may be left to expire. */
  lastKillAt?: Date | undefined;
}
