import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@temporalio/client';
import type { ClusterPrograms } from './cluster-programs.ts';
import type { PortRequest } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Ports } from './server-process.ts';
import { environmentWithoutTemporal, startTemporalServer, type TemporalServer } from './temporal-server.ts';

const SERVER_CONFIG = fileURLToPath(new URL('../temporal-config/cluster/server.yaml', import.meta.url));
const DYNAMIC_CONFIG = fileURLToPath(
  new URL('../temporal-config/dynamic-config/cluster.yaml', import.meta.url),
);

/** How long to wait for the server, which loads its history shards one by one: that takes long on a busy machine. */
const READY_TIMEOUT_MS = 180_000;

/** The services of server.yaml, with the prefix of each one's port variables. All run in one process. */
const SERVICES = {
  frontend: 'FRONTEND',
  'internal-frontend': 'INTERNAL_FRONTEND',
  history: 'HISTORY',
  matching: 'MATCHING',
  worker: 'WORKER',
} as const;

/** The highest port that fits into its column of the table cluster_membership. */
const MEMBERSHIP_PORT_MAX = 32_767;

type Service = keyof typeof SERVICES;
type Port = Service | `${Service}-membership`;

/** The ports of server.yaml. */
const USUAL_PORTS: Readonly<Record<Port, number>> = {
  frontend: 7233,
  history: 7234,
  matching: 7235,
  'internal-frontend': 7236,
  worker: 7239,
  'frontend-membership': 6933,
  'history-membership': 6934,
  'matching-membership': 6935,
  'internal-frontend-membership': 6936,
  'worker-membership': 6939,
};

/** The databases of a cluster, with their schemas in the tool. */
const SCHEMAS = {
  temporal: 'postgresql/v12/temporal',
  temporal_visibility: 'postgresql/v12/visibility',
} as const;

export interface TemporalClusterOptions {
  programs: ClusterPrograms;
  /** A PostgreSQL server, with a user who may create databases. Its path is ignored. */
  postgresUrl: string;
  /** Contains the logs; the cluster's data is in PostgreSQL. */
  dataDir: string;
  group: ProcessGroup;
  /** Created at the start if they are missing. */
  namespaces: readonly string[];
  /** The retention for closed workflows in namespaces that are created here. */
  retentionDays: number;
  /** From name to type, such as `Role: 'Keyword'`. Registered in every namespace. */
  searchAttributes: Readonly<Record<string, string>>;
  /** Access control; default: everybody on this machine. Paths of PEM files, and the URI of a JSON web key set. */
  security?: ClusterSecurity | undefined;
  /** False for concurrent tests: any ports. Default true. */
  usualPorts?: boolean | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

interface ClusterSecurity {
  certificatePath: string;
  keyPath: string;
  /** Clients must present a certificate from this authority. */
  clientAuthorityPath?: string | undefined;
  /** API keys must be tokens signed with one of these keys. */
  tokenKeysUri?: string | undefined;
  /** The credentials with which we connect ourselves. */
  credentials: Pick<ConnectionOptions, 'tls' | 'apiKey'>;
}

export type TemporalCluster = Pick<TemporalServer<Port>, 'address' | 'process' | 'stop'>;

/**
 * Runs the server of a real cluster, all services in one process on 127.0.0.1, on two databases of a PostgreSQL server whose
 * tables it creates or migrates. Resolves when every namespace can be used and has its search attributes. A crashed server is
 * restarted at the same ports, a few times at most.
 */
export async function startTemporalCluster(options: TemporalClusterOptions): Promise<TemporalCluster> {
  const { programs, dataDir, group, namespaces, retentionDays, searchAttributes, security } = options;
  return startTemporalServer<Port>(
    {
      command: programs.server,
      ports: requestPorts(options.usualPorts ?? true),
      argumentsAt: () => ['start'],
      environmentAt: (ports) => serverEnvironment(ports, options),
      prepare: () => applySchemas(options),
    },
    {
      dataDir,
      group,
      expects: {
        namespaces,
        searchAttributes,
        retentionDays,
        timeoutMs: READY_TIMEOUT_MS,
        credentials: security?.credentials,
      },
      onProgress: options.onProgress,
    },
  );
}

function requestPorts(usual: boolean): Record<Port, PortRequest> {
  const wishes = Object.entries(USUAL_PORTS).map(([name, port]) => [
    name,
    {
      preferred: usual ? port : undefined,
      max: name.endsWith('-membership') ? MEMBERSHIP_PORT_MAX : undefined,
    },
  ]);
  return Object.fromEntries(wishes) as Record<Port, PortRequest>;
}

function serverEnvironment(
  ports: Ports<Port>,
  { postgresUrl, security }: TemporalClusterOptions,
): NodeJS.ProcessEnv {
  const { hostname, port, username, password } = new URL(postgresUrl);
  const services = Object.entries(SERVICES) as [Service, string][];
  const portVariables = services.flatMap(([service, prefix]) => [
    [`${prefix}_GRPC_PORT`, String(ports[service])],
    [`${prefix}_MEMBERSHIP_PORT`, String(ports[`${service}-membership`])],
  ]);
  return {
    ...environmentWithoutTemporal(),
    // The level of the server's log. In our own programs, this variable sets the level of our log.
    LOG_LEVEL: 'warn',
    POSTGRES_SEEDS: hostname,
    DB_PORT: port || '5432',
    POSTGRES_USER: decodeURIComponent(username),
    POSTGRES_PWD: decodeURIComponent(password),
    BIND_ON_IP: '127.0.0.1',
    TEMPORAL_SERVER_CONFIG_FILE_PATH: SERVER_CONFIG,
    DYNAMIC_CONFIG_FILE_PATH: DYNAMIC_CONFIG,
    TEMPORAL_SERVICES: Object.keys(SERVICES).join(','),
    // Silences a warning about the intended setup: everybody on this machine has access.
    TEMPORAL_ALLOW_NO_AUTH: 'true',
    ...Object.fromEntries(portVariables),
    TEMPORAL_TLS_FRONTEND_CERT: security?.certificatePath,
    TEMPORAL_TLS_FRONTEND_KEY: security?.keyPath,
    TEMPORAL_TLS_CLIENT1_CA_CERT: security?.clientAuthorityPath,
    TEMPORAL_JWT_KEY_SOURCE1: security?.tokenKeysUri,
  };
}

/** Creates missing databases and migrates their tables. Changes nothing if they are up to date. */
async function applySchemas(options: TemporalClusterOptions): Promise<void> {
  for (const [database, schema] of Object.entries(SCHEMAS)) {
    await runSqlTool(['--db', database, 'create'], options);
    await runSqlTool(['--db', database, 'setup-schema', '-v', '0.0'], options);
    await runSqlTool(['--db', database, 'update-schema', '--schema-name', schema], options);
  }
}

async function runSqlTool(
  args: string[],
  { programs, postgresUrl, dataDir, group }: TemporalClusterOptions,
): Promise<void> {
  const { hostname, port, username, password } = new URL(postgresUrl);
  const tool = group.start({
    name: 'temporal-sql-tool',
    command: programs.sqlTool,
    args,
    env: {
      ...environmentWithoutTemporal(),
      SQL_PLUGIN: 'postgres12',
      SQL_HOST: hostname,
      SQL_PORT: port || '5432',
      SQL_USER: decodeURIComponent(username),
      SQL_PASSWORD: decodeURIComponent(password),
    },
    logFile: join(dataDir, 'schema.log'),
  });
  const { code, error } = await tool.exited;
  if (code !== 0)
    throw new Error(
      `Temporal's tables could not be made (${args.join(' ')}). Its last lines:\n${tool.logTail()}`,
      { cause: error },
    );
}
