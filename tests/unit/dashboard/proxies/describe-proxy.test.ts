import { expect, test } from 'vitest';
import {
  addressOf,
  countFailures,
  describeFailuresInRow,
  describeOutcome,
  describeStates,
  describeTests,
} from '../../../../dashboard/proxies/describe-proxy.ts';
import { readProxySearch } from '../../../../dashboard/proxies/proxy-search.ts';
import type { Proxy } from '../../../../dashboard/server/proxies-api.ts';

const proxy = (id: number, state: Proxy['state']) => ({ id, state }) as Proxy;
const [active, resting, disabled] = [proxy(1, 'active'), proxy(2, 'cooling'), proxy(3, 'disabled')];
const all = [active, resting, disabled];

test('an address has the user, and brackets around an IPv6 host', () => {
  expect(addressOf({ protocol: 'http', username: 'a@b', host: '2001:db8::1', port: 80 })).toBe(
    'http://a%40b@[2001:db8::1]:80',
  );
});

test('the states of one or several proxies are said', () => {
  expect(describeStates([resting])).toBe('It is resting now.');
  expect(describeStates(all)).toBe('Now: 1 active, 1 resting and 1 disabled.');
});

test('a change says how many proxies it leaves active, and what ends it when none is', () => {
  expect(describeOutcome('enable', { all, chosen: [active, disabled] })).toBe(
    'Then 2 of 3 proxies are active.',
  );
  expect(describeOutcome('disable', { all: [active, proxy(4, 'active'), disabled], chosen: [active] })).toBe(
    'Then 1 of 3 proxies is active.',
  );
  expect(describeOutcome('disable', { all, chosen: [active] })).toBe(
    'Then no proxy is active, and nothing is fetched until one is enabled, or a resting one works again.',
  );
  expect(describeOutcome('disable', { all, chosen: all })).toBe(
    'Then no proxy is active, and nothing is fetched until one is enabled.',
  );
});

test('refusals by stores and failures of the proxy are told apart', () => {
  const targets = [
    { blocked_count: 2, fault_count: 1 },
    { blocked_count: 1, fault_count: 0 },
  ] as Proxy['targets'];
  expect(countFailures({ targets, failure_count: 6 })).toEqual({ refused: 3, faults: 1, others: 2 });
  const say = (inRow: number, refused: number, faults: number) =>
    describeFailuresInRow({
      consecutive_failures: inRow,
      consecutive_403_count: refused,
      consecutive_fault_count: faults,
    });
  expect([say(0, 0, 0), say(1, 1, 0), say(5, 5, 0), say(1, 0, 1), say(5, 0, 5)]).toEqual([
    null,
    'a store refused the last request',
    'stores refused the last 5',
    'the last request failed in the proxy',
    'the last 5 failed in the proxy',
  ]);
  expect([say(5, 2, 0), say(5, 0, 2)]).toEqual([
    'the last 5 failed, a store refused the newest',
    'the last 5 failed, the newest in the proxy',
  ]);
});

test('tests are counted in a sentence', () => {
  expect([describeTests(1, 2), describeTests(2, 1)]).toEqual(['1 works, 2 failed.', '2 work, 1 failed.']);
});

test('an address of the page with an unknown state lists all', () => {
  expect(readProxySearch({ state: 'resting' })).toEqual({ state: 'resting' });
  expect(readProxySearch({ state: 'all' })).toEqual({});
});
