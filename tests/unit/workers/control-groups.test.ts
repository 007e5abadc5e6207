import { expect, test } from 'vitest';
import { findCpuGroup, findMemoryGroup, type ReadText } from '../../../workers/control-groups.ts';

const GIB = 2 ** 30;

const reading =
  (files: Record<string, string>): ReadText =>
  (path) =>
    files[path] ?? null;

const limitOf = (files: Record<string, string>): number =>
  (findMemoryGroup(reading(files), 32 * GIB)?.limitBytes ?? 0) / GIB;

test('without control groups, or without a limit, there is none', () => {
  expect(findMemoryGroup(reading({}), 32 * GIB)).toBeNull();
  expect(limitOf({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': 'max\n' })).toBe(0);
});

test('of nested groups of the second version the least holds', () => {
  const files = {
    '/proc/self/cgroup': '0::/kubepods/pod1/worker\n',
    '/sys/fs/cgroup/kubepods/memory.max': `${16 * GIB}\n`,
    '/sys/fs/cgroup/kubepods/pod1/memory.max': `${2 * GIB}\n`,
    '/sys/fs/cgroup/kubepods/pod1/worker/memory.max': 'max\n',
  };
  expect(limitOf(files)).toBe(2);
  expect(limitOf({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': `${3 * GIB}\n` })).toBe(3);
});

test('of the first version, in a container whose path leads outside of it', () => {
  const cgroup = '12:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n';
  expect(
    limitOf({
      '/proc/self/cgroup': cgroup,
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': `${4 * GIB}\n`,
    }),
  ).toBe(4);
  // This number is what cgroup v1 writes if there is no limit.
  expect(
    limitOf({
      '/proc/self/cgroup': cgroup,
      '/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes': '9223372036854771712\n',
    }),
  ).toBe(0);
});

test('a group that may use more than the machine has sets no limit', () => {
  expect(limitOf({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': `${64 * GIB}\n` })).toBe(0);
});

test('what a group uses is its anonymous memory, of the group that sets the limit; its page cache is not counted', () => {
  const files = {
    '/proc/self/cgroup': '0::/pod/worker\n',
    '/sys/fs/cgroup/pod/memory.max': `${2 * GIB}\n`,
    '/sys/fs/cgroup/pod/memory.stat': 'anon 1000\nfile 5000000\ninactive_anon 7\n',
    '/sys/fs/cgroup/pod/worker/memory.stat': 'anon 10\nfile 50\n',
  };
  const group = findMemoryGroup(reading(files), 32 * GIB);
  expect([group?.path, group?.readAnonymousBytes()]).toEqual(['/sys/fs/cgroup/pod', 1000]);
  const first = {
    '/proc/self/cgroup': '4:memory:/a\n',
    '/sys/fs/cgroup/memory/a/memory.limit_in_bytes': `${GIB}\n`,
    '/sys/fs/cgroup/memory/a/memory.stat':
      'cache 900\nrss 5\ntotal_cache 90000\ntotal_rss 1234\ntotal_rss_huge 77\n',
  };
  expect(findMemoryGroup(reading(first), 32 * GIB)?.readAnonymousBytes()).toBe(1234);
});

test('the least quota of processor time, and what its group has used', () => {
  const second = {
    '/proc/self/cgroup': '0::/pod/worker\n',
    '/sys/fs/cgroup/pod/cpu.max': '50000 100000\n',
    '/sys/fs/cgroup/pod/cpu.stat': 'usage_usec 2500000\nuser_usec 2000000\n',
    '/sys/fs/cgroup/pod/worker/cpu.max': 'max 100000\n',
  };
  const group = findCpuGroup(reading(second));
  expect(group?.cores).toBe(0.5);
  expect(group?.readUsedMs()).toBe(2500);
  const first = {
    '/proc/self/cgroup': '2:cpuacct:/\n1:cpu:/a\n',
    '/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us': '200000\n',
    '/sys/fs/cgroup/cpu/a/cpu.cfs_period_us': '100000\n',
    '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
    '/sys/fs/cgroup/cpuacct/a/cpuacct.usage': '7000000\n',
  };
  expect(findCpuGroup(reading(first))?.cores).toBe(2);
  expect(findCpuGroup(reading(first))?.readUsedMs()).toBe(7);
});

test('without a quota there is no group of processors', () => {
  expect(findCpuGroup(reading({ '/proc/self/cgroup': '0::/\n' }))).toBeNull();
  expect(
    findCpuGroup(reading({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' })),
  ).toBeNull();
});
