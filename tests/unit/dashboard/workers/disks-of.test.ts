import { expect, test } from 'vitest';
import { disksOf } from '../../../../dashboard/workers/disks-of.ts';
import type { Worker } from '../../../../dashboard/server/workers-api.ts';

const worker = (minute: number, folder: string, shortage: Worker['disk_shortage']) =>
  ({
    status: 'active',
    last_heartbeat_at: `2026-01-31T12:0${minute}:00Z`,
    resources: { disk: { folder, free_bytes: minute, total_bytes: 10, has_free_files: true } },
    disk_shortage: shortage,
  }) as Worker;

test('each disk is shown once, as the worker that was heard last reports it', () => {
  const workers = [
    worker(2, '/data', 'full'),
    worker(1, '/data', null),
    worker(0, '/other', 'low'),
    { ...worker(3, '/gone', null), status: 'stopped' as const },
    { ...worker(4, '/none', null), resources: {} } as Worker,
  ];
  expect(disksOf(workers).map(({ disk, shortage }) => [disk.folder, disk.free_bytes, shortage])).toEqual([
    ['/other', 0, 'low'],
    ['/data', 2, 'full'],
  ]);
});
