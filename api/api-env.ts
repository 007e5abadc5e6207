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

/** The services that every handler gets. */
export interface ApiTools {
  environment: Environment;
  db: Db;
  /** The URL of the same database for LISTEN. */
  listenUrl: string;
  /** Rung by every request that may have appended events. */
  bell: EventBell;
  /** Connects on the first call, and reconnects after the server was away. */
  client: Client;
  log: Log;
  metrics: Metrics;
  snapshots: SharedSnapshots;
  /** The job types that may be started. */
  jobTypes: JobTypes;
}

/** The workflow that a request has started, or found running. */
export interface StartedWorkflow {
  workflowId: string;
  runId: string;
}

export interface ApiEnv {
  Variables: {
    /** The request's id, in its response, in the log and in the audit table. */
    requestId: string;
    /** The client's address, read behind trusted proxies; null when the connection is already closed. */
    address: string | null;
    /** The caller; null for a request without a key or session. */
    actor: Actor | null;
    /** The browser's session; null when the request carried none, or carried a key. */
    session: ReadSession | null;
    /** Whether the request's key or session still authenticates as `actor`. */
    isStillKnown: () => Promise<boolean>;
    /** Names what this request starts; a repeat with the same Idempotency-Key gets the same name. For `CrawlStart.startId`. */
    startId: string;
    /** Set by handlers that start work, and stored with the response for its Idempotency-Key. */
    started?: StartedWorkflow;
    /** Set by handlers for the audit where path and body do not say what was requested. */
    auditSummary?: string;
    /** Set where a repeat with the same Idempotency-Key must finish the remaining work. */
    isUnfinished?: boolean;
  };
}

export type Api = OpenAPIHono<ApiEnv>;

/** Adds the routes of one resource. */
export type AddRoutes = (api: Api, tools: ApiTools) => void;
