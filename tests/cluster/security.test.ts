import { join } from 'node:path';
import { NativeConnection } from '@temporalio/worker';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment, type Environment } from '../../config/environment.ts';
import { findClusterPrograms } from '../../local/cluster-programs.ts';
import { removePostgresData } from '../../local/postgres-home.ts';
import { startPostgres } from '../../local/postgres.ts';
import { startTemporalCluster } from '../../local/temporal-cluster.ts';
import { connectionOptions, connectTemporal } from '../../temporal-client/connect.ts';
import { makeGroup, makeTemporaryDir } from '../integration/local/running-owner.ts';
import { makeApiKeys, type ApiKeys } from './api-keys.ts';
import { foundAuthority, type Authority, type KeyFiles } from './certificates.ts';

/** Returns the settings that a process reads from these `TEMPORAL_…` variables. */
function environment(variables: Record<string, string>): Environment {
  return readEnvironment({ DATABASE_URL: 'postgres://nobody@localhost/none', ...variables });
}

async function expectToConnect(variables: Record<string, string>): Promise<void> {
  const client = await connectTemporal(environment(variables));
  onTestFinished(() => client.connection.close());
  expect(await client.workflow.count()).toMatchObject({ count: 0 });
  // Also connects as workers do, which use another library.
  const native = await NativeConnection.connect(await connectionOptions(environment(variables)));
  onTestFinished(() => native.close());
  const described = await native.workflowService.describeNamespace({ namespace: 'crawlchain' });
  expect(described.namespaceInfo?.name).toBe('crawlchain');
}

function refusalOf(variables: Record<string, string>): Promise<string> {
  return connectTemporal(environment(variables)).then(
    () => 'it connected',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** Returns the variables for a client that shows this certificate. */
function showing({ certificate, key }: KeyFiles): Record<string, string> {
  return { TEMPORAL_TLS_CLIENT_CERT_PATH: certificate, TEMPORAL_TLS_CLIENT_KEY_PATH: key };
}

interface Secured {
  folder: string;
  authority: Authority;
  keys: ApiKeys;
}

/** Starts a server that accepts only clients with a certificate of the authority and a token of the keys. @returns its address */
async function startSecuredCluster({ folder, authority, keys }: Secured): Promise<string> {
  const group = makeGroup();
  onTestFinished(() => removePostgresData(join(folder, 'postgres')));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), group, durable: false });
  const server = await authority.issue('server');
  const own = await connectionOptions(
    environment({
      // The address is required, but not used: only the credentials are read.
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.file,
      ...showing(await authority.issue('operator')),
      TEMPORAL_API_KEY: keys.sign(['temporal-system:admin']),
    }),
  );
  const cluster = await startTemporalCluster({
    programs: await findClusterPrograms({ env: process.env, group }),
    postgresUrl: postgres.url,
    dataDir: join(folder, 'temporal'),
    group,
    namespaces: ['crawlchain'],
    retentionDays: 1,
    searchAttributes: {},
    usualPorts: false,
    security: {
      certificatePath: server.certificate,
      keyPath: server.key,
      clientAuthorityPath: authority.file,
      tokenKeysUri: keys.keySetUri,
      credentials: { tls: own.tls ?? null, ...(own.apiKey === undefined ? {} : { apiKey: own.apiKey }) },
    },
  });
  return cluster.address;
}

test('a cluster that asks for certificates and API keys lets in who has both, and tells the others what they lack', async () => {
  const folder = await makeTemporaryDir();
  const authority = await foundAuthority(folder, 'known');
  const stranger = await foundAuthority(folder, 'stranger');
  const keys = await makeApiKeys(folder);
  const address = await startSecuredCluster({ folder, authority, keys });
  const trust = { TEMPORAL_ADDRESS: address, TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.file };
  const certificate = showing(await authority.issue('worker'));
  const apiKey = { TEMPORAL_API_KEY: keys.sign(['crawlchain:write']) };

  await expectToConnect({ ...trust, ...certificate, ...apiKey });

  const withKey = { ...trust, ...apiKey };
  expect(await refusalOf({ TEMPORAL_ADDRESS: address })).toMatch(
    /refuses the connection\. It speaks TLS: set TEMPORAL_TLS/,
  );
  expect(await refusalOf(withKey)).toMatch(
    /asks for a client certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH/,
  );
  expect(await refusalOf({ ...withKey, ...showing(await stranger.issue('worker')) })).toMatch(
    /does not accept the certificate of TEMPORAL_TLS_CLIENT_CERT_PATH \(ERR_SSL_\w+\)/,
  );
  expect(
    await refusalOf({ ...withKey, ...certificate, TEMPORAL_TLS_SERVER_CA_CERT_PATH: stranger.file }),
  ).toMatch(/certificate is not trusted \([^)]+\): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the authority/);
  expect(
    await refusalOf({ ...withKey, ...certificate, TEMPORAL_TLS_SERVER_NAME: 'temporal.example' }),
  ).toMatch(/certificate is for another name [^]*TEMPORAL_TLS_SERVER_NAME/);
  expect(await refusalOf({ ...trust, ...certificate })).toMatch(/TEMPORAL_API_KEY takes it: it is not set/);
  expect(await refusalOf({ ...trust, ...certificate, TEMPORAL_API_KEY: keys.sign(['other:write']) })).toMatch(
    /TEMPORAL_API_KEY takes it: its key is not accepted, or not for this namespace/,
  );
});
