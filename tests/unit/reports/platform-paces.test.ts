import { expect, test } from 'vitest';
import { describePace, restingPace } from '../../../reports/platform-paces.ts';

const USUAL = { requestsPerSecond: 4, maxConcurrentRequests: 8 };

test('limits that nobody set are the usual ones, and it is told which were set', () => {
  expect(describePace(restingPace('dutchie'), USUAL)).toMatchObject({
    target: 'dutchie',
    requests_per_second: 4,
    max_concurrent_requests: 8,
    set_by_operator: [],
    stopped_at: null,
  });
  expect(describePace({ ...restingPace('dutchie'), maxConcurrentRequests: 2 }, USUAL)).toMatchObject({
    requests_per_second: 4,
    max_concurrent_requests: 2,
    set_by_operator: ['max_concurrent_requests'],
  });
});
