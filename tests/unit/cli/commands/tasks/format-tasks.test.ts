import { expect, test } from 'vitest';
import { formatTask } from '../../../../../cli/commands/tasks/format-tasks.ts';

const TASK = {
  id: 'crawl/1@r',
  role: 'payload_fetch',
  dispensary_id: null,
  status: 'pending',
  stage: null,
  priority: null,
  retry_count: 0,
  max_retries: null,
  created_at: '2026-01-31T12:00:00.000Z',
  scheduled_for: null,
  started_at: null,
  last_heartbeat_at: null,
  completed_at: null,
  cancel_requested: false,
  next_run: null,
  next_retry: null,
  result: null,
  stages: [],
  timeline: [],
  activity: null,
  stale: false,
};

test.each([
  ['ann', null, 'ann'],
  [null, 'crawl-due/all', 'crawl-due/all'],
  ['ann', 'crawl-due/all', 'ann, by crawl-due/all'],
])('asked for by %j and %j', (requested_by, started_by, words) => {
  const text = formatTask({ ...TASK, requested_by, started_by } as unknown as Parameters<
    typeof formatTask
  >[0]);
  expect(text).toMatch(new RegExp(`^asked by +${words}$`, 'm'));
});
