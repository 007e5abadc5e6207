import { expect, test } from 'vitest';
import { memoryLimit } from '../../../workers/memory-limit.ts';

const GIB = 2 ** 30;

const limitOf = (files: Record<string, string>): number =>
  memoryLimit((path) => files[path] ?? null, 32 * GIB) / GIB;

test('without control groups it is what the machine has', () => {
  expect(limitOf({})).toBe(32);
  expect(limitOf({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': 'max\n' })).toBe(32);
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
  // What the first version writes when there is no limit.
  expect(
    limitOf({
      '/proc/self/cgroup': cgroup,
      '/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes': '9223372036854771712\n',
    }),
  ).toBe(32);
});

test('it can be read here', () => {
  expect(memoryLimit()).toBeGreaterThan(GIB / 4);
});
