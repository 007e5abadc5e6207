import { expect, test } from 'vitest';
import { formatTimeline } from '../../../../cli/output/format-timeline.ts';

const AT = '2026-11-24T12:00:00.000Z';
const failed = (error_kind: string, message: string) => ({
  at: AT,
  event: 'failed' as const,
  run_id: 'r',
  worker_id: 'one',
  worker_name: null,
  actor: null,
  error_kind,
  message,
  progress_percent: null,
  reason: null,
});

test('the kind of an error is shown once, whether its message begins with it or not', () => {
  const shown = formatTimeline([
    failed('NotFound', 'NotFound: no such file'),
    failed('Blocked', 'a captcha'),
  ]);
  expect(shown).toContain('NotFound: no such file');
  expect(shown).not.toContain('NotFound: NotFound');
  expect(shown).toContain('Blocked: a captcha');
});

test('the reason of whoever asked is shown', () => {
  const requested = {
    ...failed('', ''),
    event: 'cancel_requested' as const,
    error_kind: null,
    message: null,
  };
  expect(formatTimeline([{ ...requested, reason: 'not now' }])).toMatch(/cancel requested .* not now/);
});
