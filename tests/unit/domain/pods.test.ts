import { expect, test } from 'vitest';
import { podsOf, type WorkerOfPod } from '../../../domain/pods.ts';
import type { PodMemory } from '../../../domain/worker.ts';

const GROUP = '/sys/fs/cgroup';

const worker = (id: string, podName: string, pod?: Partial<PodMemory>): WorkerOfPod => ({
  worker_id: id,
  pod_name: podName,
  last_heartbeat_at: new Date('2026-01-02T03:04:00Z'),
  resources: {
    memory_mb: 300,
    memory_total_mb: 400,
    memory_percent: 75,
    memory_rss_mb: 200,
    cpu_user_ms: 0,
    cpu_system_ms: 0,
    cpu_percent: 0,
    is_backing_off: false,
    backoff_reason: null,
    ...(pod === undefined
      ? {}
      : { pod: { measured: GROUP, memory_mb: 1500, memory_total_mb: 2000, memory_percent: 75, ...pod } }),
  },
});

test('the memory of a pod is that of its newest heartbeat, and counts once for all of its workers', () => {
  const newest = worker('a-2', 'pod-a', { memory_mb: 1600, memory_percent: 80 });
  newest.last_heartbeat_at = new Date('2026-01-02T03:04:30Z');
  expect(
    podsOf([worker('b-1', 'pod-b', {}), worker('a-3', 'pod-a', {}), newest, worker('a-1', 'pod-a', {})]),
  ).toEqual([
    {
      pod_name: 'pod-a',
      worker_ids: ['a-1', 'a-2', 'a-3'],
      memory_mb: 1600,
      memory_total_mb: 2000,
      memory_percent: 80,
    },
    { pod_name: 'pod-b', worker_ids: ['b-1'], memory_mb: 1500, memory_total_mb: 2000, memory_percent: 75 },
  ]);
});

test('pods that run beside each other on one machine are two, as they measure processes of their own', () => {
  const of = (pid: number, memory_mb: number) => ({ measured: `processes below ${pid}`, memory_mb });
  const pods = podsOf([worker('b', 'vm', of(20, 700)), worker('a', 'vm', of(10, 500))]);
  expect(pods).toMatchObject([
    { pod_name: 'vm', worker_ids: ['a'], memory_mb: 500 },
    { pod_name: 'vm', worker_ids: ['b'], memory_mb: 700 },
  ]);
});

test('workers that tell their own memory alone are summed up', () => {
  expect(podsOf([worker('a-1', 'pod'), worker('a-2', 'pod')])).toEqual([
    { pod_name: 'pod', worker_ids: ['a-1', 'a-2'], memory_mb: 600, memory_total_mb: 800, memory_percent: 75 },
  ]);
  const silent = worker('a-1', 'pod');
  silent.resources = { ...silent.resources, memory_mb: 0, memory_total_mb: 0 };
  expect(podsOf([silent])).toMatchObject([{ memory_percent: 0 }]);
  expect(podsOf([])).toEqual([]);
});
