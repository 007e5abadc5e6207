import { types } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { openBoundedPool } from './bounded-pool.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface ConnectOptions {
  url: string;
  poolSize: number;
  /** Statement timeout in milliseconds, by default two minutes; `withStatementTimeout` sets another one for some work. */
  answerMsMax?: number;
  /** Milliseconds to wait for a connection, by default 10 s. */
  connectMsMax?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Called once for each connection that breaks, in use or idle. The pool replaces it. */
  onLostConnection?: (error: Error) => void;
}

const STATEMENT_MS_MAX = 120_000;

const CONNECT_MS_MAX = 10_000;

/** Opens a pool to PostgreSQL. `db.destroy()` closes it. Nothing is sent until the first query. */
export function connectDatabase(options: ConnectOptions): Db {
  const statementMsMax = options.answerMsMax ?? STATEMENT_MS_MAX;
  const pool = openBoundedPool(
    {
      connectionString: options.url,
      max: options.poolSize,
      application_name: options.applicationName,
      types: { getTypeParser: parserOf },
    },
    {
      connectMsMax: Math.min(options.connectMsMax ?? CONNECT_MS_MAX, statementMsMax),
      statementMsMax,
      onLostConnection: options.onLostConnection ?? (() => undefined),
    },
  );
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs some work with a pool of its own, then closes it. */
export async function withConnection<Result>(
  options: ConnectOptions,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase(options);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
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
