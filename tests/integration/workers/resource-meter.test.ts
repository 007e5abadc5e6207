import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createResourceMeter } from '../../../workers/resource-meter.ts';

/** The environment of a worker outside Kubernetes. */
const HOST = { KUBERNETES_SERVICE_HOST: undefined };

/** Starts a child process and waits for its first output. */
async function startChild(program: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** A program that uses a certain amount of CPU time, not of wall time: on a busy machine a process may get little CPU time. */
const BURN = `console.log('burning'); const end = process.cpuUsage().user + 3e5;
  while (process.cpuUsage().user < end); console.log('burnt'); setInterval(() => {}, 1000);`;

test('the memory of a child counts against the limit that is set, and is gone with the child', async () => {
  const meter = createResourceMeter({ ...HOST, MEMORY_LIMIT_MIB: 1000, WORKERS_PER_POD: 1 }, process.pid);
  expect(meter.memoryLimitMiB).toBe(1000);
  expect(meter.measures.memory).toBe('process tree');
  const before = meter.sample().pod;
  const child = await startChild(
    `const held = Buffer.alloc(300 * 2 ** 20, 1); console.log(held.length); setInterval(() => {}, 1000);`,
  );
  const sample = meter.sample();
  const held = sample.pod;
  expect(meter.ownMemory(sample)).toEqual({
    memory_mb: held.memory_mb,
    memory_total_mb: 1000,
    memory_percent: held.memory_percent,
  });
  expect(held.memory_total_mb).toBe(1000);
  expect(held.memory_mb - before.memory_mb).toBeGreaterThan(290);
  expect(held.memory_percent).toBeCloseTo(held.memory_mb / 10, 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(meter.sample().pod.memory_mb).toBeLessThan(held.memory_mb - 250);
});

test('of several workers in a pod each tells what is its own, and its part of the limit', async () => {
  const pod = await startChild(
    `const held = Buffer.alloc(300 * 2 ** 20, 1); console.log(held.length); setInterval(() => {}, 1000);`,
  );
  const meter = createResourceMeter({ ...HOST, MEMORY_LIMIT_MIB: 1200, WORKERS_PER_POD: 3 }, pod.pid!);
  const sample = meter.sample();
  expect(sample.pod).toMatchObject({
    measured: `processes below ${pod.pid}`,
    on_host: true,
    memory_total_mb: 1200,
  });
  expect(sample.pod.memory_mb).toBeGreaterThan(290);
  const own = meter.ownMemory(sample);
  expect(own.memory_total_mb).toBe(400);
  expect(own.memory_percent).toBeCloseTo(own.memory_mb / 4, 0);
  const inCluster = { KUBERNETES_SERVICE_HOST: '10.0.0.1', MEMORY_LIMIT_MIB: 1200, WORKERS_PER_POD: 1 };
  const other = createResourceMeter(inCluster, process.pid);
  expect(other.sample().pod.on_host).toBe(false);
  // The meter counts this process and its child, not the whole pod.
  expect(Math.abs(own.memory_mb - other.sample().pod.memory_mb)).toBeLessThan(100);
});

test('the processor time of a child counts, as a share of the cores that there are', async () => {
  const meter = createResourceMeter(
    { ...HOST, MEMORY_LIMIT_MIB: undefined, WORKERS_PER_POD: 1 },
    process.pid,
  );
  expect(meter.sample().cpu_percent).toBe(0);
  const startMs = performance.now();
  const child = await startChild(BURN);
  await once(child.stdout!, 'data');
  const seconds = (performance.now() - startMs) / 1_000;
  const { cpu_percent } = meter.sample();
  // At least the CPU time that the child has used, and at most all cores.
  expect(cpu_percent).toBeGreaterThan((90 * 0.3) / seconds / availableParallelism());
  expect(cpu_percent).toBeLessThanOrEqual(101);
});

test('without a setting the limit is that of the control group or the machine', () => {
  const { memoryLimitMiB } = createResourceMeter(
    { ...HOST, MEMORY_LIMIT_MIB: undefined, WORKERS_PER_POD: 1 },
    process.pid,
  );
  expect(memoryLimitMiB).toBeGreaterThan(256);
  expect(memoryLimitMiB).toBeLessThanOrEqual(Math.floor(totalmem() / 2 ** 20));
});
