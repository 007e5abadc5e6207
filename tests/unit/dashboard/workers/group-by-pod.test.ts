import { expect, test } from 'vitest';
import { groupByPod } from '../../../../dashboard/workers/group-by-pod.ts';
import type { Pod, Worker } from '../../../../dashboard/server/workers-api.ts';

const worker = (worker_id: string, pod_name: string) => ({ worker_id, pod_name, on_host: false }) as Worker;
const pod = (pod_name: string, worker_ids: string[], memory_percent: number): Pod => ({
  pod_name,
  worker_ids,
  memory_mb: 1,
  memory_total_mb: 2,
  memory_percent,
});

test('workers stand under their pod, whose memory is there once, and pods in the order of their numbers', () => {
  const workers = [worker('p-10-1', 'p-10'), worker('p-2-1', 'p-2'), worker('p-2-2', 'p-2')];
  const groups = groupByPod(workers, [pod('p-10', ['p-10-1'], 10), pod('p-2', ['p-2-1', 'p-2-2'], 20)]);
  expect(
    groups.map(({ podName, pods, workers: of }) => [podName, pods[0]?.memory_percent, of.length]),
  ).toEqual([
    ['p-2', 20, 2],
    ['p-10', 10, 1],
  ]);
});

test('two machines with pods of one name stay apart; who has ended goes by the name of its pod', () => {
  const workers = [worker('a', 'vm'), worker('b', 'vm'), worker('ended', 'vm'), worker('gone', 'other')];
  const groups = groupByPod(workers, [pod('vm', ['a'], 10), pod('vm', ['b'], 20)]);
  expect(
    groups.map(({ pods, workers: of }) => [
      pods[0]?.memory_percent ?? null,
      of.map(({ worker_id: id }) => id),
    ]),
  ).toEqual([
    [null, ['gone']],
    [10, ['a', 'ended']],
    [20, ['b']],
  ]);
});

test('workers that have ended have no memory of others, and their group stays when others end', () => {
  const host = (id: string) => ({ ...worker(id, 'vm'), on_host: true });
  const ended = [host('vm-70'), host('vm-71')];
  const memoryAndKey = (workers: Worker[], pods: Pod[]) =>
    groupByPod(workers, pods).map(({ key, pods: of }) => [of[0]?.memory_percent ?? null, key]);
  const [[without, key] = []] = memoryAndKey(ended, [pod('vm', ['vm-72', 'vm-73'], 20)]);
  expect(without).toBe(null);
  const all = [...ended, host('vm-72'), host('vm-73')];
  expect(memoryAndKey(all, [pod('vm', ['vm-72', 'vm-73'], 20)])).toEqual([[20, key]]);
  expect(memoryAndKey(all, [pod('vm', ['vm-73'], 10)])).toEqual([[10, key]]);
  expect(memoryAndKey(all, [])).toEqual([[null, key]]);
});

test('workers of a host are its processes, and stay apart from a pod of the same name', () => {
  const onHost = { ...worker('vm-71', 'vm'), on_host: true };
  const groups = groupByPod(
    [onHost, { ...onHost, worker_id: 'vm-72' }, worker('vm-0', 'vm')],
    [pod('vm', ['vm-0'], 5), pod('vm', ['vm-71', 'vm-72'], 10)],
  );
  expect(groups.map(({ isHost, workers: of }) => [isHost, of.map(({ worker_id: id }) => id)])).toEqual([
    [true, ['vm-71', 'vm-72']],
    [false, ['vm-0']],
  ]);
});

test('a worker that is silent comes first, then one that backs off, and so do their pods', () => {
  const backingOff = { ...worker('p-2-1', 'p-2'), status: 'backing_off' as const };
  const silent = { ...worker('p-2-2', 'p-2'), counts_as_lost_at: '2026-01-10T06:00:00Z' };
  const idsOf = (...workers: Worker[]) =>
    groupByPod(workers, []).map(({ workers: of }) => of.map(({ worker_id: id }) => id));
  const calm = worker('p-1-1', 'p-1');
  expect(idsOf(calm, backingOff, silent)).toEqual([['p-2-2', 'p-2-1'], ['p-1-1']]);
  expect(idsOf(calm, worker('p-2-0', 'p-2'), backingOff)).toEqual([['p-2-1', 'p-2-0'], ['p-1-1']]);
});

test('processes of a host that measure themselves alone stand together, with the memory of each', () => {
  const host = (id: string) => ({ ...worker(id, 'vm'), on_host: true });
  const pods = [pod('vm', ['vm-71'], 5), pod('vm', ['vm-72'], 10)];
  const groups = groupByPod([host('vm-71'), host('vm-72')], pods);
  expect(groups).toMatchObject([{ podName: 'vm', pods, workers: [{}, {}] }]);
});
