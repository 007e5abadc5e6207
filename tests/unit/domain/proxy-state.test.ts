import { describe, expect, test } from 'vitest';
import {
  cooldownMs,
  isCertainFault,
  mustCoolDown,
  proxyStateOf,
  refusesEverybody,
} from '../../../domain/proxy-state.ts';

const MINUTE_MS = 60_000;

test('a cool-down lies between five minutes and a bound that doubles up to an hour', () => {
  const bounds = [1, 2, 3, 4, 5, 50].map((inRow) => [
    cooldownMs(inRow, 0) / MINUTE_MS,
    cooldownMs(inRow, 0.5) / MINUTE_MS,
    cooldownMs(inRow, 0.999_999_99) / MINUTE_MS,
  ]);
  expect(bounds.map((row) => row.map(Math.round))).toEqual([
    [5, 8, 10],
    [5, 13, 20],
    [5, 23, 40],
    [5, 33, 60],
    [5, 33, 60],
    [5, 33, 60],
  ]);
});

test('a proxy is active, cooling, or disabled', () => {
  const until = new Date();
  expect(proxyStateOf({ isActive: true, cooldownUntil: null })).toBe('active');
  expect(proxyStateOf({ isActive: true, cooldownUntil: until })).toBe('active');
  expect(proxyStateOf({ isActive: false, cooldownUntil: until })).toBe('cooling');
  expect(proxyStateOf({ isActive: false, cooldownUntil: null })).toBe('disabled');
});

test('five failures in a row at one target, or five faults anywhere, are too many', () => {
  expect(mustCoolDown({ atTarget: 4, faults: 4 })).toBe(false);
  expect(mustCoolDown({ atTarget: 5, faults: 0 })).toBe(true);
  expect(mustCoolDown({ atTarget: 1, faults: 5 })).toBe(true);
});

describe('a target refuses everybody', () => {
  test.each([
    ['half of the proxies, two stores', { proxies: 4, refusedProxies: 2, refusedStores: 2 }, true],
    ['all proxies, two stores', { proxies: 2, refusedProxies: 2, refusedStores: 2 }, true],
    ['less than half of the proxies', { proxies: 5, refusedProxies: 2, refusedStores: 2 }, false],
    ['one store', { proxies: 3, refusedProxies: 3, refusedStores: 1 }, false],
    ['one proxy', { proxies: 1, refusedProxies: 1, refusedStores: 3 }, false],
    ['nobody', { proxies: 0, refusedProxies: 0, refusedStores: 0 }, false],
  ])('%s', (_, standing, expected) => {
    expect(refusesEverybody(standing)).toBe(expected);
  });
});

test('some faults are surely the proxy’s own; what the echo service may have caused is not', () => {
  expect(['proxy-auth', 'proxy-refused', 'proxy-dns'].every(isCertainFault)).toBe(true);
  expect(
    ['exit-address', 'proxy-tunnel', 'connect-timeout', 'proxy-socks', undefined].some(isCertainFault),
  ).toBe(false);
});
