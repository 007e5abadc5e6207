import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { listPods, listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { processesOf } from '../support/browser-processes.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { untilWorker } from '../support/worker-rows.ts';

const MAIN = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));
const WORKERS = ['pod-1', 'pod-2', 'pod-3'];

interface RunningPod {
  process: ChildProcess;
  exited: Promise<number | null>;
  output(): string;
  /** Returns the process id of one of the workers. */
  pidOf(worker: string): number;
}

/** Starts a pod with three workers and waits until all of them are active. */
async function startPod(world: CrawlWorld, env: Record<string, string> = {}): Promise<RunningPod> {
  const pod = spawnPod(world, env);
  await Promise.all(WORKERS.map((id) => untilWorker(world, id, ({ status }) => status === 'active')));
  return pod;
}

function spawnPod(world: CrawlWorld, env: Record<string, string>): RunningPod {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...world.workerEnv,
      WORKERS_PER_POD: '3',
      WORKER_ID: 'pod',
      WORKER_QUEUES: 'crawlchain,fetch-dutchie,ingest',
      HEARTBEAT_INTERVAL_MS: '200',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Puts the pod into a process group of its own, so that the whole group can be signalled.
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { promise: exited, resolve } = Promise.withResolvers<number | null>();
  child.on('exit', resolve);
  return {
    process: child,
    exited,
    output: () => output,
    pidOf: (worker) =>
      processesOf(world.databaseUrl).find(({ commandLine }) => commandLine.includes(`--worker\0${worker}\0`))!
        .pid,
  };
}

const statuses = async (world: CrawlWorld) =>
  Promise.all(WORKERS.map(async (id) => (await untilWorker(world, id, () => true)).status));

test('WORKERS_PER_POD workers run beside each other, share the memory, and stop together on SIGTERM', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary } = await addLargestDispensary(world);
  const pod = await startPod(world, { MEMORY_LIMIT_MIB: '6144' });
  const rows = await Promise.all(WORKERS.map((id) => untilWorker(world, id, () => true)));
  expect(new Set(rows.map(({ friendly_name: name }) => name)).size).toBe(3);
  // Each worker has a third of 6 GiB, for 409 workflows. A single worker would cache a thousand.
  expect(rows.map(({ tuner }) => tuner.max_cached_workflows)).toEqual([409, 409, 409]);
  await expectPodOnce(world, rows);
  await (await startCrawl(world.client, dispensary, { images: false })).handle.result();
  pod.process.kill('SIGTERM');
  expect(await pod.exited).toBe(0);
  expect(await statuses(world)).toEqual(['stopped', 'stopped', 'stopped']);
});

/** Expects that each worker reports its own memory and share, and that the registry, the command and the status show the pod once. */
async function expectPodOnce(world: CrawlWorld, rows: ListedWorker[]): Promise<void> {
  const pods = await listPods(world.db);
  expect(pods).toMatchObject([{ worker_ids: WORKERS, memory_total_mb: 6144 }]);
  const own = rows.map(({ resources }) => resources.memory_mb);
  expect(rows.map(({ resources }) => resources.memory_total_mb)).toEqual([2048, 2048, 2048]);
  for (const { resources } of rows) {
    expect(resources.memory_mb).toBeLessThan(2 * resources.memory_rss_mb);
    expect(resources).not.toHaveProperty('pod');
  }
  // The pod includes the parent process, so it uses more than its workers together. The factor allows for measurements at different
  // moments.
  expect(pods[0]!.memory_mb).toBeGreaterThan(0.7 * (own[0]! + own[1]! + own[2]!));
  const { url: CRAWLCHAIN_URL } = await startApiServer(world);
  const listed = await runProgram('cli/main.ts', ['workers', 'list'], { CRAWLCHAIN_URL });
  expect(listed.stdout.match(/ of 6144 MiB/g)).toHaveLength(1);
}

test('Ctrl-C, which reaches the workers of a pod twice, has them hand back what they do', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const pod = await startPod(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  // Signals the whole process group, parent and children, as a terminal does.
  process.kill(-pod.process.pid!, 'SIGINT');
  expect(await pod.exited).toBe(0);
  expect(await statuses(world)).toEqual(['stopped', 'stopped', 'stopped']);
  await handle.terminate('unfinished');
});

test('a pod that is told to stop as its workers begin ends with 0 and leaves none', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const pod = spawnPod(world, {});
  // At this time the processes have started, but are not ready yet.
  await expect
    .poll(() => processesOf(world.databaseUrl), { timeout: 60_000 })
    .toHaveLength(1 + WORKERS.length);
  pod.process.kill('SIGTERM');
  expect(await pod.exited).toBe(0);
  expect(processesOf(world.databaseUrl)).toEqual([]);
  expect(pod.output()).not.toContain('ended by itself');
});

test('a pod, or a worker, that is told to stop while it looks for the server ends with 0', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const silent = await listenInSilence();
  const env = { TEMPORAL_ADDRESS: silent.address };
  const pod = spawnPod(world, env);
  await expect.poll(silent.connections, { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
  pod.process.kill('SIGTERM');
  expect(await pod.exited).toBe(0);
  expect(pod.output()).toContain('stopped while it was starting');
  const before = silent.connections();
  const alone = spawnPod(world, { ...env, WORKERS_PER_POD: '1' });
  await expect.poll(silent.connections, { timeout: 60_000 }).toBeGreaterThan(before);
  alone.process.kill('SIGINT');
  expect(await alone.exited).toBe(0);
  expect(processesOf(world.databaseUrl)).toEqual([]);
  expect(await listWorkers(world.db)).toEqual([]);
});

/** Starts a server that accepts connections but never sends anything. */
async function listenInSilence(): Promise<{ address: string; connections: () => number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length,
  };
}

test('when one worker of a pod is killed the others are stopped, and the pod has failed', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const pod = await startPod(world);
  process.kill(pod.pidOf('pod-2'), 'SIGKILL');
  expect(await pod.exited).toBe(1);
  expect(pod.output()).toContain('pod-2 ended by itself; stopping the others');
  expect(await statuses(world)).toEqual(['stopped', 'active', 'stopped']);
});

test('one worker of a pod that is decommissioned leaves the others', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const pod = await startPod(world);
  const { url } = await startApiServer(world);
  await runProgram('cli/main.ts', ['workers', 'decommission', 'pod-1'], { CRAWLCHAIN_URL: url });
  await untilWorker(world, 'pod-1', ({ status }) => status === 'decommissioned');
  const { last_heartbeat_at } = await untilWorker(world, 'pod-3', () => true);
  await untilWorker(
    world,
    'pod-3',
    (row) => row.last_heartbeat_at > last_heartbeat_at && row.status === 'active',
  );
  pod.process.kill('SIGINT');
  expect(await pod.exited).toBe(0);
  expect(await statuses(world)).toEqual(['decommissioned', 'stopped', 'stopped']);
});

test('workers whose pod is killed stop by themselves', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const pod = await startPod(world);
  pod.process.kill('SIGKILL');
  await Promise.all(WORKERS.map((id) => untilWorker(world, id, ({ status }) => status === 'stopped')));
  expect(await statuses(world)).toEqual(['stopped', 'stopped', 'stopped']);
});

test('a pod whose workers are refused is refused', async () => {
  const { code, stdout } = await runProgram('workers/main.ts', [], {
    WORKERS_PER_POD: '2',
    WORKER_ROLE: 'fetcher',
    WORKER_QUEUES: '',
  });
  expect(code).toBe(2);
  expect(stdout).toContain('WORKER_ROLE is \\"fetcher\\"; it takes one of');
});
