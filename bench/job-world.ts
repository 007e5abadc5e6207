import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { connectDatabase, type Db } from '../db/connect.ts';
import { markAsSandbox } from '../db/queries/instance.ts';
import { readTreeUse } from '../workers/process-tree.ts';
import { writeWorkflowBundle } from '../workers/workflow-bundle.ts';
import { startWorker } from './chain-drivers.ts';
import type { JobPeerName, JobPeerReport } from './job-peer/peer.ts';
import { createDatabase, NAMESPACE, startDatabase, startTemporal, type ServerHome } from './start-servers.ts';

/** Who runs the jobs. */
export type JobWay = 'ours' | JobPeerName;

/** Where files are downloaded from. */
interface FileServers {
  sitePort: number;
  proxyPort: number;
  caFile: string;
}

/** The processes of a way. */
interface WayProcesses {
  /** The process that runs the jobs. */
  runner: number;
  /** The servers that it uses. */
  servers: number[];
}

/** A worker with its servers, a server of files behind a proxy, and the queues beside it. */
export interface JobWorld {
  db: Db;
  client: Client;
  storageRoot: string;
  files: FileServers;
  processes: Record<JobWay, WayProcesses>;
  /** Runs so many echo jobs on a peer. @returns the milliseconds */
  runOn(name: JobPeerName, count: number): Promise<number>;
  close(): Promise<void>;
}

/** How a world's processes are set up. */
interface WorldSize {
  /** Concurrent jobs, on each side. */
  concurrency: number;
  /** What one job may download. */
  downloadBytesMax: number;
}

/** Starts everything, each in its own process; the peers have databases of their own on the same PostgreSQL server. */
export async function openJobWorld(home: ServerHome, size: WorldSize): Promise<JobWorld> {
  const site = fork(fileURLToPath(new URL('./file-server/main.ts', import.meta.url)), [home.folder]);
  const [[files], postgres, temporal] = await Promise.all([
    once(site, 'message') as Promise<[FileServers]>,
    startDatabase(home),
    startTemporal(home),
  ]);
  const { url } = postgres;
  const db = connectDatabase({
    url,
    poolSize: 2,
    applicationName: 'bench',
    onLostConnection: () => undefined,
  });
  // A sandbox has no schedules, whose work would disturb the measurement.
  await markAsSandbox(db);
  await sql`insert into proxies (protocol, host, port) values ('http', '127.0.0.1', ${files.proxyPort})`.execute(
    db,
  );
  const connection = await Connection.connect({ address: temporal.address });
  const client = new Client({ connection, namespace: NAMESPACE });
  const servers = { databaseUrl: url, temporalAddress: temporal.address, files };
  const environment = await environmentOf(home, servers, size);
  const worker = await startWorker(home, { name: 'jobs', client, environment, nodeOptions: [] });
  const startOn = async (name: JobPeerName) =>
    startPeer(name, await createDatabase(postgres.server.url, name.replace('-', '_')), size);
  const peers = { 'pg-boss': await startOn('pg-boss'), 'graphile-worker': await startOn('graphile-worker') };
  const postgresPid = postgres.server.process.pid ?? 0;
  const processesOf = (name: JobPeerName) => ({ runner: peers[name].pid ?? 0, servers: [postgresPid] });
  return {
    db,
    client,
    storageRoot: environment.STORAGE_ROOT,
    files,
    processes: {
      ours: { runner: worker.pid, servers: [postgresPid, temporal.process.pid ?? 0] },
      'pg-boss': processesOf('pg-boss'),
      'graphile-worker': processesOf('graphile-worker'),
    },
    runOn: (name, count) => runOn(peers[name], count),
    async close() {
      for (const child of [site, ...Object.values(peers)]) child.kill('SIGKILL');
      await worker.stop();
      await connection.close();
      await db.destroy();
    },
  };
}

/** Returns the environment of the worker. It has no limits, so that only its own work is measured. */
async function environmentOf(
  { folder }: ServerHome,
  servers: { databaseUrl: string; temporalAddress: string; files: FileServers },
  { concurrency, downloadBytesMax }: WorldSize,
) {
  const bundlePath = join(folder, 'workflow-bundle.js');
  await writeWorkflowBundle(bundlePath);
  return {
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_INSTANCE_CHECK: 'false',
    WORKFLOW_BUNDLE_PATH: bundlePath,
    STORAGE_ROOT: join(folder, 'storage'),
    PROXY_PASSWORD_KEY_FILE: join(folder, 'proxy-password.key'),
    // Jobs get two thirds of a worker's slots.
    MAX_CONCURRENT_TASKS: String(Math.ceil(concurrency * 1.5)),
    JOB_DOWNLOAD_BYTES_MAX: String(downloadBytesMax),
    EXIT_ADDRESS_URL: `https://localhost:${servers.files.sitePort}/ip`,
    ALLOWED_PRIVATE_HOSTS: 'localhost',
    SSL_CERT_FILE: servers.files.caFile,
    CPU_BACKOFF_THRESHOLD: '1',
    MEMORY_BACKOFF_THRESHOLD: '1',
  };
}

async function startPeer(
  name: JobPeerName,
  databaseUrl: string,
  { concurrency }: WorldSize,
): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('./job-peer/main.ts', import.meta.url));
  const peer = fork(main, [name, databaseUrl, String(concurrency)]);
  await hear(peer);
  return peer;
}

async function runOn(peer: ChildProcess, count: number): Promise<number> {
  peer.send(count);
  const report = await hear(peer);
  if (report.is === 'ended') return report.ms;
  throw new Error(`Expected the end of the jobs, got ${JSON.stringify(report)}`);
}

async function hear(peer: ChildProcess): Promise<JobPeerReport> {
  const [report] = (await Promise.race([
    once(peer, 'message'),
    once(peer, 'exit').then(() => Promise.reject(new Error('A peer has ended.'))),
  ])) as [JobPeerReport];
  return report;
}

/** Returns the CPU so far of a way's processes. */
export function readCpuMs({ processes }: JobWorld, way: JobWay): number {
  const { runner, servers } = processes[way];
  return [runner, ...servers].reduce((sum, pid) => sum + readTreeUse(pid).cpuMs, 0);
}

/** Returns the largest resident set that the process of a way has had, in MiB; 0 on another system than Linux. */
export function peakMebibytes({ processes }: JobWorld, way: JobWay): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${processes[way].runner}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Downloads an address of the files through their proxy, as curl does it. */
export async function downloadWithCurl({ files }: JobWorld, url: string, path: string): Promise<void> {
  const proxy = `http://127.0.0.1:${files.proxyPort}`;
  await promisify(execFile)('curl', [
    '-sS',
    '--fail',
    '-x',
    proxy,
    '--cacert',
    files.caFile,
    '-o',
    path,
    url,
  ]);
}
