import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Client } from '@temporalio/client';
import type { Environment } from '../config/environment.ts';
import type { Db } from '../db/connect.ts';
import type { EventBell } from '../db/event-bell.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { Log } from '../observability/log.ts';
import type { Actor, ReadSession } from './actor.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import type { SharedSnapshots } from './shared-snapshots.ts';

/** What every handler works with. */
export interface ApiTools {
  environment: Environment;
  db: Db;
  /** Of the same database, for notifications. */
  listenUrl: string;
  /** Rung after each request that may have appended events. */
  bell: EventBell;
  /** Connects with the first call, and again when the server was away. */
  client: Client;
  log: Log;
  metrics: Metrics;
  snapshots: SharedSnapshots;
  /** Those that may be started. */
  jobTypes: JobTypes;
}

/** The workflow that a request has started, or found running. */
export interface StartedWorkflow {
  workflowId: string;
  runId: string;
}

export interface ApiEnv {
  Variables: {
    /** Of this request, in its answer, in the log and in the audit table. */
    requestId: string;
    /** Of the client, behind proxies that we trust; null: the connection is closed already. */
    address: string | null;
    /** Who asks; null: nobody has said. */
    actor: Actor | null;
    /** Of a browser; null: the request came with none, or with a key. */
    session: ReadSession | null;
    /** Whether the key or the session that the request came with still stands for `actor`. */
    isStillKnown: () => Promise<boolean>;
    /** Names what this request starts: the same for a repeat with the same Idempotency-Key. For `CrawlStart.startId`. */
    startId: string;
    /** Set by handlers that start work: kept with the answer to an Idempotency-Key. */
    started?: StartedWorkflow;
    /** Set by handlers where path and body do not say what was asked for: the audit keeps it. */
    auditSummary?: string;
    /** Set where a repeat with the same Idempotency-Key is to do what was left undone. */
    isUnfinished?: boolean;
  };
}

export type Api = OpenAPIHono<ApiEnv>;

/** Adds the routes of one noun. */
export type AddRoutes = (api: Api, tools: ApiTools) => void;
