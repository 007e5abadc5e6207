import { serve, type ServerType } from '@hono/node-server';
import { loadEnvFile } from '../config/env-file.ts';
import { EnvironmentError, readEnvironment, type Environment } from '../config/environment.ts';
import { connectDatabase } from '../db/connect.ts';
import { createEventBell } from '../db/event-bell.ts';
import { DatabaseUnreachable, MigrationError } from '../db/migrate.ts';
import { prepareSchema } from '../db/prepare-schema.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { JobTypesRefused } from '../jobs/read-module.ts';
import { readJobTypes } from '../jobs/read-job-types.ts';
import { OtherInstance } from '../domain/instance.ts';
import { nameCommand } from '../domain/name-command.ts';
import { createLog, type Log } from '../observability/log.ts';
import { connectTemporalLazily, TemporalUnreachable } from '../temporal-client/connect.ts';
import { ApiRefused, CannotListen } from './api-refused.ts';
import { createApi } from './create-api.ts';
import { createKeyStore } from './key-store.ts';
import { keepLedger } from '../ledger/keep-ledger.ts';
import { isLoopbackHost } from '../http-guard/loopback-host.ts';
import { watchInstance } from './watch-instance.ts';

// `npm run api`: listens until a signal stops it. Exit codes: 0 stopped by a signal, 1 crash, 2 refused to start.

const REFUSED = 2;
const CRASHED = 1;
const REFUSALS = [
  ApiRefused,
  JobTypesRefused,
  EnvironmentError,
  DatabaseUnreachable,
  MigrationError,
  OtherInstance,
  TemporalUnreachable,
];

/** Room for the longest cursor that we accept, whatever its content, so that an invalid one gets a worded refusal. */
const HEADER_BYTES_MAX = 64 * 1024;

/** Limit of an answer of the database: callers of the API wait no longer for theirs. */
const ANSWER_MS_MAX = 15_000;

/** Time for open requests to finish on shutdown; streams are closed. */
const STOP_MS_MAX = 5_000;

let apiLog: Log | null = null;

try {
  const misspelt = loadEnvFile();
  const environment = readEnvironment();
  const log = createLog(environment.LOG_LEVEL, { api: `${environment.API_HOST}:${environment.API_PORT}` });
  apiLog = log;
  for (const sentence of misspelt) log.warn(sentence);
  await run(environment, log);
} catch (error) {
  end(error);
}

/** Ends the process, and says why: in the log, or on standard error if there is none yet. */
function end(error: unknown): never {
  const isRefusal = REFUSALS.some((kind) => error instanceof kind);
  const { name, message, stack } = error as Error;
  if (apiLog === null) process.stderr.write(`${isRefusal ? message : (stack ?? String(error))}\n`);
  // `npm start` starts an API again whose refusal may pass, and knows it by its name.
  else if (isRefusal) apiLog.error({ refusal: name }, message);
  else apiLog.error({ err: error }, 'the API crashed');
  process.exit(isRefusal ? REFUSED : CRASHED);
}

async function run(environment: Environment, log: Log): Promise<void> {
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new ApiRefused('DATABASE_URL is not set; it takes a PostgreSQL URL.');
  const isLoopback = isLoopbackHost(environment.API_HOST);
  refuseUnsignedPictures(environment, isLoopback);
  const jobTypes = await readJobTypes(environment);
  await prepareSchema(url, environment);
  const db = connectDatabase({
    url,
    poolSize: environment.DATABASE_POOL_SIZE,
    answerMsMax: ANSWER_MS_MAX,
    applicationName: 'crawlchain-api',
    onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const client = await connectTemporalLazily(environment);
  await watchInstance({
    client,
    environment,
    log,
    database: await locateInstance(db, url),
    onOther: end,
  });
  const keys = createKeyStore(db);
  if (!isLoopback && !(await keys.hasValid())) {
    throw new ApiRefused(
      nameCommand(
        `API_HOST is ${environment.API_HOST}, which other machines can reach, and there is no valid API key. Make one with \`crawlchain keys create <name> --scope admin --direct\`, or listen on 127.0.0.1.`,
        environment.CRAWLCHAIN_COMMAND,
      ),
    );
  }
  const bell = createEventBell(db);
  const listenUrl = environment.DATABASE_LISTEN_URL ?? url;
  const api = createApi({ environment, db, listenUrl, bell, client, log, jobTypes }, { keys, isLoopback });
  const server = serve({
    fetch: api.fetch,
    hostname: environment.API_HOST,
    port: environment.API_PORT,
    serverOptions: { maxHeaderSize: HEADER_BYTES_MAX },
  });
  const address = await untilListening(server);
  // For example, too many open files: the next connection may succeed.
  server.on('error', (error) => log.error({ err: error }, 'could not accept a connection'));
  if (await keys.isEmpty()) log.warn('no API key was ever made: anyone on this machine may do everything');
  log.info({ url: address }, 'listening');
  const stopLedger = keepLedger({ db, environment, client, log, name: address });
  await untilReported();
  await stop(server);
  await stopLedger();
  await bell.stop();
  await db.destroy();
  // The process exit closes the Temporal connection: the SDK throws when a retried call finds it closed.
  process.exit(0);
}

/**
 * Refuses to start without a signing key for pictures if other machines can reach the API. Called before the first database write, because
 * it needs only the environment.
 */
function refuseUnsignedPictures(environment: Environment, isLoopback: boolean): void {
  if (isLoopback || environment.IMAGE_SIGNING_KEY !== undefined) return;
  throw new ApiRefused(
    `API_HOST is ${environment.API_HOST}, which other machines can reach, and IMAGE_SIGNING_KEY is not set, so anyone could make the API render pictures at /img/. Set it to a secret of at least 32 characters, such as the output of \`openssl rand -hex 32\`, or listen on 127.0.0.1.`,
  );
}

function untilListening(server: ServerType): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.once('error', (error) => reject(new CannotListen(`The API cannot listen: ${error.message}`)));
  server.once('listening', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') return resolve(String(address));
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return resolve(`http://${host}:${address.port}`);
  });
  return promise;
}

function untilReported(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  return promise;
}

/** Finishes open requests and accepts no new ones. */
async function stop(server: ServerType): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const timer = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, STOP_MS_MAX);
  await promise;
  clearTimeout(timer);
}
