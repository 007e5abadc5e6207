import { Pool, types } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { leaveLateConnections } from './leave-late-connections.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface ConnectOptions {
  url: string;
  poolSize: number;
  /** Milliseconds that an answer is waited for; without it a statement may take two minutes, and a server that hangs is waited for. */
  answerMsMax?: number;
  /** Milliseconds in which a connection has to be there; 10 s where it is left out. */
  connectMsMax?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Told of errors of idle connections, as when the server restarts; the pool makes new ones by itself. */
  onIdleError: (error: Error) => void;
}

/** Milliseconds a statement may take before the server ends it. */
const STATEMENT_TIMEOUT_MS = 120_000;

const CONNECT_MS_MAX = 10_000;

const ANSWER_TRAVELS_MS_MAX = 2_000;

/** Opens a pool to PostgreSQL. `db.destroy()` closes it. Nothing is sent until the first query. */
export function connectDatabase(options: ConnectOptions): Db {
  const { answerMsMax } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectMsMax ?? CONNECT_MS_MAX,
    // A server that went without a word is noticed by the system.
    keepAlive: true,
    statement_timeout: answerMsMax ?? STATEMENT_TIMEOUT_MS,
    // A server that hangs ends nothing itself.
    ...(answerMsMax === undefined ? {} : { query_timeout: answerMsMax + ANSWER_TRAVELS_MS_MAX }),
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    types: { getTypeParser: parserOf },
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', options.onIdleError);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: answerMsMax === undefined ? pool : leaveLateConnections(pool) }),
  });
}

type TypeId = Parameters<typeof types.getTypeParser>[0];

/** Ids are bigint in the database and numbers here: they stay far below 2^53. Money stays text. */
const parserOf: typeof types.getTypeParser = ((oid: TypeId, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 && format !== 'binary'
    ? toSafeInteger
    : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

function toSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database returned ${value}, which is beyond a safe integer`);
  return number;
}
