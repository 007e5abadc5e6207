import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBreak, isFaultOfProxy } from '../../../domain/proxy-break.ts';

const others = fc
  .integer({ min: 1, max: 1_000 })
  .chain((used) => fc.record({ used: fc.constant(used), broken: fc.integer({ min: 0, max: used }) }));
const isFault = (used: number, broken: number): boolean => isFaultOfProxy({ used, broken, brokenAtStore: 0 });

test('what only this proxy causes is its fault; what half of the others meet too is not', () => {
  fc.assert(
    fc.property(others, ({ used, broken }) => {
      expect(isFault(used, 0)).toBe(true);
      expect(isFault(used, used)).toBe(false);
      expect(isFault(used, broken)).toBe(broken < used - broken);
      // A further broken session of another proxy never makes this proxy guilty; a further unbroken one never acquits this proxy.
      expect(isFault(used + 1, broken + 1) && !isFault(used, broken)).toBe(false);
      expect(isFault(used, broken) && !isFault(used + 1, broken)).toBe(false);
      // If the store also breaks sessions through other proxies, the proxy is never at fault.
      expect(isFaultOfProxy({ used, broken: broken + 1, brokenAtStore: 1 })).toBe(false);
    }),
  );
  expect(isFault(0, 0)).toBe(false);
});

test.each([
  'truncated',
  'damaged-body',
  'reset',
  'timeout',
  'headers-timeout',
  'body-timeout',
  'chunk-timeout',
  'connect',
  'connect-timeout',
  'tls',
  'certificate',
  'not-http',
  'unknown',
  'proxy-tunnel',
  'proxy-socks',
  'proxy-answer',
  'no-answer',
  'browser',
])('%s is a break: a failure of the connection', (fault) => {
  expect(isBreak(fault)).toBe(true);
});

test.each(['robots-unreadable', 'breaker-open', 'exit-address', 'stopped', undefined, 502])(
  '%s is no break',
  (fault) => {
    expect(isBreak(fault)).toBe(false);
  },
);
