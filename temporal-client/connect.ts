import { readFile } from 'node:fs/promises';
import { Client, Connection, isGrpcServiceError, type ConnectionOptions } from '@temporalio/client';
import { findHandshakeFault } from './find-handshake-fault.ts';
import { HEDGED_SCHEDULES } from './hedge-schedules.ts';

/** Milliseconds to wait for the frontend's first answer. */
const CONNECT_TIMEOUT_MS = 10_000;

/** gRPC statuses. */
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** The environment's settings for the frontend. */
export interface TemporalSettings {
  TEMPORAL_ADDRESS: string | undefined;
  TEMPORAL_NAMESPACE: string;
  TEMPORAL_API_KEY: string | undefined;
  TEMPORAL_TLS: boolean;
  TEMPORAL_TLS_CLIENT_CERT_PATH: string | undefined;
  TEMPORAL_TLS_CLIENT_KEY_PATH: string | undefined;
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: string | undefined;
  TEMPORAL_TLS_SERVER_NAME: string | undefined;
}

/** Thrown when the frontend does not answer or lacks the namespace; the message names the address or namespace that was tried. */
export class TemporalUnreachable extends Error {
  override name = 'TemporalUnreachable';
}

/**
 * Connects to the Temporal frontend that the environment names. `client.connection.close()` closes the connection.
 * @throws TemporalUnreachable
 */
export async function connectTemporal(environment: TemporalSettings): Promise<Client> {
  const options = await connectionOptions(environment);
  const { address } = options;
  try {
    const connection = await Connection.connect({
      ...options,
      channelArgs: HEDGED_SCHEDULES,
      connectTimeout: CONNECT_TIMEOUT_MS,
    });
    await refuseUnknownNamespace(connection, address, environment.TEMPORAL_NAMESPACE);
    return new Client({ connection, namespace: environment.TEMPORAL_NAMESPACE });
  } catch (error) {
    if (error instanceof TemporalUnreachable) throw error;
    throw new TemporalUnreachable(await explainRefusal(options, error), { cause: error });
  }
}

/**
 * Returns a client that connects with its first call, so that its owner can start and keep running without the frontend.
 * `client.connection.close()` closes the connection.
 */
export async function connectTemporalLazily(environment: TemporalSettings): Promise<Client> {
  const options = await connectionOptions(environment);
  const connection = Connection.lazy({ ...options, channelArgs: HEDGED_SCHEDULES });
  return new Client({ connection, namespace: environment.TEMPORAL_NAMESPACE });
}

async function explainRefusal({ address, tls, apiKey }: FrontendOptions, error: unknown): Promise<string> {
  const status: number | null = isGrpcServiceError(error) ? error.code : null;
  if (status === PERMISSION_DENIED || status === UNAUTHENTICATED) {
    const given =
      apiKey === undefined ? 'it is not set' : 'its key is not accepted, or not for this namespace';
    return `Temporal at ${address} requires an API key. TEMPORAL_API_KEY takes it: ${given}.`;
  }
  const fault = await findHandshakeFault({ address, tls: tls ?? null });
  if (fault !== null) return `Temporal at ${address} refuses the connection. ${fault}.`;
  return (
    `Temporal does not answer at ${address} within ${CONNECT_TIMEOUT_MS / 1000} s: ${(error as Error).message}. ` +
    'TEMPORAL_ADDRESS names the frontend as host:port.'
  );
}

async function refuseUnknownNamespace(
  connection: Connection,
  address: string,
  namespace: string,
): Promise<void> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } catch (error) {
    await connection.close();
    const status: number | null = isGrpcServiceError(error) ? error.code : null;
    if (status !== NOT_FOUND) throw error;
    throw new TemporalUnreachable(
      `Temporal at ${address} has no namespace ${JSON.stringify(namespace)}. Set TEMPORAL_NAMESPACE to an existing one, or create it: ` +
        `temporal operator namespace create --address ${address} --namespace ${namespace}`,
      { cause: error },
    );
  }
}

/**
 * Returns address, TLS and API key in the SDK's form, for clients and workers.
 * @throws TemporalUnreachable when no address is given
 */
export async function connectionOptions(environment: TemporalSettings): Promise<FrontendOptions> {
  const { TEMPORAL_ADDRESS: address } = environment;
  // An untyped caller may leave out the address; the SDK would then connect to whatever listens on this machine.
  if (!address)
    throw new TemporalUnreachable(
      "TEMPORAL_ADDRESS is not set (option `address` in TypeScript). Set it to the frontend's host:port; `. .data/worker.env` sets it for a running `npm start`.",
    );
  const tls = await readTls(environment);
  return {
    address,
    ...(tls === null ? {} : { tls }),
    ...(environment.TEMPORAL_API_KEY === undefined ? {} : { apiKey: environment.TEMPORAL_API_KEY }),
  };
}

type Tls = Exclude<ConnectionOptions['tls'], boolean | null | undefined>;

/** Connection options that both clients and workers accept. */
export interface FrontendOptions {
  address: string;
  tls?: Tls;
  apiKey?: string;
}

async function readTls(environment: TemporalSettings): Promise<Tls | null> {
  const {
    TEMPORAL_TLS_CLIENT_CERT_PATH: certPath,
    TEMPORAL_TLS_CLIENT_KEY_PATH: keyPath,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authorityPath,
    TEMPORAL_TLS_SERVER_NAME: serverName,
  } = environment;
  if ((certPath === undefined) !== (keyPath === undefined)) {
    throw new Error(
      'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH go together; one of them is not set',
    );
  }
  const wanted = environment.TEMPORAL_TLS || environment.TEMPORAL_API_KEY || certPath || authorityPath;
  if (!wanted) return null;
  return {
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    ...(authorityPath === undefined ? {} : { serverRootCACertificate: await readFile(authorityPath) }),
    ...(certPath === undefined || keyPath === undefined
      ? {}
      : { clientCertPair: { crt: await readFile(certPath), key: await readFile(keyPath) } }),
  };
}
