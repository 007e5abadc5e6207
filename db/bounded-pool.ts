import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, Pool, type ClientBase, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { waitFor } from '../observability/waits.ts';
import { isReadTimeout, markPoolErrors } from './database-errors.ts';
import { statementTimeoutMs } from './statement-timeout.ts';

export interface PoolBounds {
  /** Milliseconds to wait for a connection. */
  connectMsMax: number;
  /** Milliseconds that a statement may take. */
  statementMsMax: number;
  /** Called once for each connection that breaks, in use or idle. The pool replaces it. */
  onLostConnection: (error: Error) => void;
}

/** The name that heartbeats show while an activity waits for the database. */
const DATABASE = 'the database';

/** How much longer than the server the driver waits: the server's own timeout error lets us keep the connection. */
const SERVER_TIMEOUT_MARGIN_MS = 2_000;

/** A session's timeouts are at least this long, even if the pool's is shorter: a pooler may reuse the session for another program. */
const SESSION_MS_MAX = 120_000;

/** How often the server checks whether a running statement's client is still connected. */
const CLIENT_CHECK_MS = 1_000;

/** PostgreSQL's code for an invalid value of a setting. */
const INVALID_VALUE = '22023';

/** TCP keepalive probes start after this much silence. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Opens a pool on which every wait has a timeout. The driver stops waiting for a response itself, since a server or a network that
 * hangs reports nothing; it then closes the connection, and the server cancels the statement. The timeouts are not
 * startup parameters, which a pooler such as PgBouncer refuses.
 */
export function openBoundedPool(config: PoolConfig, bounds: PoolBounds): PostgresPool {
  const pool = new Pool({
    ...config,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: bounds.connectMsMax,
    // pg-pool awaits this, though its types do not say so.
    onConnect: (client): unknown => prepareSession(client, bounds).catch(asConnectTimeout),
  });
  const faults = new WeakMap<ClientBase, Error>();
  // The pool itself listens for errors only while a connection is idle; an error event without a listener would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (faults.has(client)) return;
      faults.set(client, error);
      bounds.onLostConnection(error);
    });
  });
  // The connection's own listener has already reported the error.
  pool.on('error', () => undefined);
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await markPoolErrors(() => waitFor(DATABASE, () => pool.connect()));
      const bounded = known.get(client) ?? boundedClient(client, bounds, faults);
      known.set(client, bounded);
      return bounded;
    },
    end: () => pool.end(),
  };
}

async function prepareSession(client: ClientBase, bounds: PoolBounds): Promise<void> {
  const sessionMsMax = String(Math.max(SESSION_MS_MAX, bounds.statementMsMax));
  const limits = { statement_timeout: sessionMsMax, idle_in_transaction_session_timeout: sessionMsMax };
  try {
    await setKnown(client, { ...limits, client_connection_check_interval: String(CLIENT_CHECK_MS) }, bounds);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INVALID_VALUE)) throw error;
    // On an operating system that cannot check connections, `client_connection_check_interval` accepts only 0.
    await setKnown(client, limits, bounds);
  }
}

/**
 * Turns a read timeout of a session's first statement into a connect timeout, and throws other errors as they are: a pooler accepts
 * logins even while its server is unreachable.
 */
function asConnectTimeout(error: unknown): never {
  if (!isReadTimeout(error)) throw error;
  throw new Error('timeout exceeded when trying to connect: no response after the login', { cause: error });
}

/** Sets those settings that the server knows: an older server, such as a legacy database's, lacks some. */
async function setKnown(
  client: ClientBase,
  settings: Record<string, string>,
  { connectMsMax }: PoolBounds,
): Promise<void> {
  const config: QueryConfig = {
    text: `select set_config(name, $1::jsonb ->> name, false) from pg_settings where $1::jsonb ? name`,
    values: [JSON.stringify(settings)],
    query_timeout: connectMsMax,
  };
  await client.query(config);
}

/** The driver's types lack `query_timeout`. */
interface QueryConfig {
  text: string;
  values?: unknown[];
  query_timeout: number;
}

function boundedClient(
  client: PoolClient,
  { statementMsMax }: PoolBounds,
  faults: WeakMap<ClientBase, Error>,
): PostgresPoolClient {
  const query = async (text: string, values: unknown[]): Promise<QueryResult> => {
    const fault = faults.get(client);
    // The error that broke the connection says more than the one that the driver would throw now.
    if (fault !== undefined) throw fault;
    const msMax = statementTimeoutMs() ?? statementMsMax;
    const config: QueryConfig = {
      ...withinTransaction(text, values, msMax),
      query_timeout: msMax + SERVER_TIMEOUT_MARGIN_MS,
    };
    try {
      const answer = await waitFor(
        DATABASE,
        () => client.query(config) as Promise<QueryResult | QueryResult[]>,
      );
      return Array.isArray(answer) ? answer[0]! : answer;
    } catch (error) {
      // The next statement would queue behind this response, which may never arrive.
      if (isReadTimeout(error)) faults.set(client, error);
      throw error;
    }
  };
  return {
    // The type also accepts cursors, which we do not use.
    query: ((text: string, values: unknown[]) =>
      markPoolErrors(() => query(text, values))) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || faults.has(client)),
  };
}

/** Gives each transaction its own timeouts, because a pooler may run it in any session. */
function withinTransaction(
  text: string,
  values: unknown[],
  msMax: number,
): { text: string; values?: unknown[] } {
  if (!/^(begin|start transaction)/.test(text)) return { text, values };
  return {
    text: `${text}; set local statement_timeout = ${msMax}; set local idle_in_transaction_session_timeout = ${SESSION_MS_MAX}`,
  };
}
