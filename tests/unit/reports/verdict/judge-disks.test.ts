import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import { facts, retrying } from './make-verdict-facts.ts';

const disk = (change: object = {}) => ({
  folder: '/data/payloads',
  free_bytes: 8_000_000_000,
  total_bytes: 10_000_000_000,
  has_free_files: true,
  seenBy: 'worker Kryll',
  ...change,
});

test('a full disk is bad before anything has failed for it, and one that is nearly full is degraded', () => {
  expect(judge(facts({ disks: [disk()] })).verdict).toBe('good');
  expect(judge(facts({ disks: [disk({ free_bytes: 900_000_000 })] }))).toMatchObject({
    verdict: 'degraded',
    reasons: [{ code: 'disk-low', clearsByItself: false, page: '/workers' }],
  });
  expect(judge(facts({ disks: [disk({ free_bytes: 0 })] }))).toMatchObject({
    verdict: 'bad',
    reasons: [
      {
        code: 'disk-full',
        clearsByItself: false,
        words:
          'A disk is full: /data/payloads has 0 B free of 10 GB, as worker Kryll reads it. Payloads and pictures may find no room there. Free space there: work then goes on by itself, and what a worker read changes with its next heartbeat.',
      },
    ],
  });
});

test('a small disk is nearly full by its share, not by its bytes', () => {
  const small = { total_bytes: 700_000_000 };
  expect(judge(facts({ disks: [disk({ ...small, free_bytes: 500_000_000 })] })).verdict).toBe('good');
  expect(judge(facts({ disks: [disk({ ...small, free_bytes: 100_000_000 })] })).verdict).toBe('degraded');
});

test('a disk without inodes is full, however many bytes are free', () => {
  const { reasons } = judge(facts({ disks: [disk({ has_free_files: false })] }));
  expect(reasons.map(({ code }) => code)).toEqual(['disk-full']);
  expect(reasons[0]?.words).toContain('and room for no more files (inodes)');
});

test('the tasks that fail for a full disk are counted with it, not reported a second time', () => {
  const { reasons } = judge(
    facts({ disks: [disk({ free_bytes: 0 })], ...retrying({ kind: 'StorageFull' }) }),
  );
  expect(reasons.map(({ code }) => code)).toEqual(['disk-full']);
  expect(reasons[0]?.words).toContain('may find no room there, and 12 tasks wait for it.');
});

test('where Temporal is silent and a disk is full, the disk comes first, as it may be the cause', () => {
  const { reasons } = judge(facts({ disks: [disk({ free_bytes: 0 })], temporalAway: 'it is away' }));
  expect(reasons.map(({ code }) => code)).toEqual(['disk-full', 'temporal-away']);
  expect(reasons[0]?.words).toContain(
    'If Temporal keeps its files on this disk, that may be why it does not answer.',
  );
});
