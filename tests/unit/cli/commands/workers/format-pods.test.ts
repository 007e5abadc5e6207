import { expect, test } from 'vitest';
import { formatPods } from '../../../../../cli/commands/workers/format-pods.ts';

const pod = (pod_name: string, ...worker_ids: string[]) => ({
  pod_name,
  worker_ids,
  memory_mb: 1204,
  memory_total_mb: 2048,
  memory_percent: 58.8,
});

test('pods of several workers have a row each', () => {
  expect(formatPods([pod('alone', 'a'), pod('vm', 'b-1', 'b-2', 'b-3')])).toBe(
    'pod  workers  memory of all\nvm         3  1204 of 2048 MiB, 58.8%\n',
  );
  expect(formatPods([pod('alone', 'a')])).toBe('');
});
