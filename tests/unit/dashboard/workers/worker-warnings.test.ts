import { expect, test } from 'vitest';
import { warningsOf } from '../../../../dashboard/workers/worker-warnings.ts';
import { CLOCK_OFF_MS_MAX, CLOCK_OFF_REPORTED_MS } from '../../../../domain/worker.ts';

const warnings = (clock_ahead_ms: number | null, rival_pod_name: string | null = null, crashes = 0) =>
  warningsOf({ clock_ahead_ms, rival_pod_name, crashes });

test('a clock is warned of from where the worker itself reports it, and says when that stops its work', () => {
  expect([null, 0, CLOCK_OFF_REPORTED_MS, -CLOCK_OFF_REPORTED_MS].flatMap((ms) => warnings(ms))).toEqual([]);
  expect(warnings(CLOCK_OFF_REPORTED_MS + 100)).toEqual(["Its clock is 5.1 s ahead of the database's."]);
  expect(warnings(-CLOCK_OFF_MS_MAX)).toEqual(["Its clock is 60.0 s behind the database's."]);
  expect(warnings(CLOCK_OFF_MS_MAX + 100)).toEqual([
    "Its clock is 60.1 s ahead of the database's, so it takes no new work.",
  ]);
});

test('another worker under the same id is named by its pod', () => {
  expect(warnings(null, 'pod-9')).toEqual(['Another worker runs under its id, in pod pod-9.']);
});

test('processes that ended without a closing record are counted, unless two live under one id', () => {
  expect(warnings(null, null, 1)).toEqual([
    expect.stringMatching(/^It was started again once within 15 min/),
  ]);
  expect(warnings(null, null, 4)).toEqual([expect.stringMatching(/^It was started again 4 times within/)]);
  expect(warnings(null, 'pod-9', 1)).toEqual(['Another worker runs under its id, in pod pod-9.']);
});
