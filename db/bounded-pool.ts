import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, Pool, type ClientBase, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { watchedAnswer } from './answer-watch.ts';
import { isReadTimeout, markPoolErrors } from './database-errors.ts';
import { allowedStatementMs } from './statement-bound.ts';

export interface PoolBounds {
  /** Milliseconds in which a connection has to be there. */
  connectMsMax: number;
  /** Milliseconds that a statement may take. */
  statementMsMax: number;
  /** Told once of each connection that breaks, whether it is in use or not; the pool makes new ones by itself. */
  onLostConnection: (error: Error) => void;
}

/** Where the server ends the statement itself, its answer is worth this wait: the connection is kept then. */
const ANSWER_TRAVELS_MS = 2_000;

/** What every session has at least, however short the bounds of its pool: a pooler may give it to another program afterwards. */
const SESSION_MS_MAX = 120_000;

/** The server looks this often whether the client that a statement runs for is still there. */
const CLIENT_CHECK_MS = 1_000;

/** PostgreSQL's code for a value that a setting does not take. */
const INVALID_VALUE = '22023';

/** The system asks a server that has been silent for this long whether it is there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A pool on which every wait has an end. The driver gives up a statement without an answer, since a server or a network that
 * hangs ends nothing itself; the connection is closed then, and the server ends the statement. Nothing of this is sent at
 * the start of a session, where a pooler such as PgBouncer would refuse it.
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
  // The pool listens only while a connection is idle; an error that nobody listens for would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (faults.has(client)) return;
      faults.set(client, error);
      bounds.onLostConnection(error);
    });
  });
  // The listener of the connection has told of it.
  pool.on('error', () => undefined);
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await markPoolErrors(() => watchedAnswer(() => pool.connect()));
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
    // A server on an operating system that cannot watch connections takes only 0 for the last one.
    await setKnown(client, limits, bounds);
  }
}

/** A pooler accepts logins while its server is unreachable, so a session's first statement shows whether there is one. */
function asConnectTimeout(error: unknown): never {
  if (!isReadTimeout(error)) throw error;
  throw new Error('timeout exceeded when trying to connect: no response after the login', { cause: error });
}

/** An older server, such as one of a legacy database, lacks some settings. */
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

/** The declarations of the driver lack `query_timeout`. */
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
    // What broke it says more than the driver, which only knows that it is broken.
    if (fault !== undefined) throw fault;
    const msMax = allowedStatementMs() ?? statementMsMax;
    const config: QueryConfig = {
      ...withinTransaction(text, values, msMax),
      query_timeout: msMax + ANSWER_TRAVELS_MS,
    };
    try {
      const answer = await watchedAnswer(() => client.query(config) as Promise<QueryResult | QueryResult[]>);
      return Array.isArray(answer) ? answer[0]! : answer;
    } catch (error) {
      // What is asked next would wait behind this answer, which a server that has moved elsewhere never gives.
      if (isReadTimeout(error)) faults.set(client, error);
      throw error;
    }
  };
  return {
    // Ours asks for no cursors.
    query: ((text: string, values: unknown[]) =>
      markPoolErrors(() => query(text, values))) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || faults.has(client)),
  };
}

/** A transaction takes its bounds along, to whichever session a pooler gives it. */
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
