import { expect, test } from 'vitest';
import { AS_URGENT, whyHopeless, whyNotStarted, type WaitingRun } from '../../../domain/bulk-skips.ts';

const whyNot = (status: 'failed' | 'cancelled', errorKind: string | null, error?: string) =>
  whyHopeless({ status, errorKind }, { error });

test('what would fail in the same way is left, unless the filter names its kind', () => {
  expect(whyNot('failed', 'NotFound')).toMatch(/^NotFound: a retry would fail in the same way/);
  expect(whyNot('failed', 'NotFound', 'Blocked')).not.toBeNull();
  expect(whyNot('failed', 'NotFound', 'Blocked,NotFound')).toBeNull();
});

test('what may go well, what was cancelled, and an error of no kind of ours are retried', () => {
  expect(whyNot('failed', 'Blocked')).toBeNull();
  expect(whyNot('cancelled', 'NotFound')).toBeNull();
  for (const kind of ['TypeError', null]) expect(whyNot('failed', kind)).toBeNull();
});

const WAITS: WaitingRun = {
  type: 'crawlDispensary',
  status: 'pending',
  errorKind: null,
  isUrgent: false,
  isRetryAhead: false,
  isForLater: false,
};

test('a crawl that waits for a worker is brought forward, and what waits for its time begins', () => {
  expect(whyNotStarted(WAITS)).toBeNull();
  expect(whyNotStarted({ ...WAITS, type: 'startOnce', isForLater: true })).toBeNull();
  expect(whyNotStarted({ ...WAITS, type: 'job', isForLater: true })).toBeNull();
});

test('what waits for a retry, or for a worker without an order, is left as it is', () => {
  const retry = { ...WAITS, isRetryAhead: true };
  expect(whyNotStarted({ ...retry, errorKind: 'ProxyFault' })).toBe('it waits for a retry, after ProxyFault');
  expect(whyNotStarted(retry)).toBe('it waits for a retry, after a failure');
  expect(whyNotStarted({ ...WAITS, isUrgent: true })).toBe(AS_URGENT);
  expect(whyNotStarted({ ...WAITS, status: 'running' })).toBe('a worker has it');
  expect(whyNotStarted({ ...WAITS, type: 'job' })).toBe('it waits for a worker, not for its time');
  expect(whyNotStarted({ ...WAITS, type: 'probeProxies' })).toContain('only crawls can be brought forward');
});
