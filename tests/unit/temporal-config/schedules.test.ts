import { describe, expect, test } from 'vitest';
import { ROLES } from '../../../domain/role.ts';
import { defaultSchedules, deriveStart } from '../../../temporal-config/schedules.ts';

const schedules = defaultSchedules({ discoveryStates: ['AZ', 'NV'], crawlIntervalHours: 4 });

describe('the default schedules', () => {
  test.each([
    ['payload_fetch_all', 'payload_fetch', 4, 0],
    ['store_discovery_dutchie', 'store_discovery', 24, 5],
    ['analytics_refresh', 'analytics_refresh', 6, 0],
    ['proxy_probe', 'proxy_probe', 5 / 60, 20],
    ['storage_sweep', 'storage_sweep', 24, 0],
  ])('%s does %s every %i hours at priority %i', (...[id, role, intervalHours, priority]) => {
    expect(schedules.find((schedule) => schedule.id === id)).toMatchObject({ role, intervalHours, priority });
  });

  test('crawl as often as the configuration says', () => {
    const [crawl] = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 1.5 });
    expect(crawl).toMatchObject({ intervalHours: 1.5, start: { input: { intervalHours: 1.35 } } });
  });

  test('are these and no more', () => {
    expect(schedules.map(({ id }) => id)).toEqual([
      'payload_fetch_all',
      'store_discovery_dutchie',
      'analytics_refresh',
      'proxy_probe',
      'storage_sweep',
    ]);
  });

  test('start one workflow each under a fixed id, with what it needs to know', () => {
    expect(schedules.map(({ start }) => start)).toEqual([
      {
        workflow: 'crawlDue',
        workflowId: 'crawl-due/all',
        // A little less than four hours: see DUE_AFTER.
        input: { scope: 'all', intervalHours: 3.6, priority: 0 },
      },
      {
        workflow: 'discoverStores',
        workflowId: 'discover/dutchie/all',
        input: { platform: 'dutchie', states: ['AZ', 'NV'], priority: 10 },
      },
      { workflow: 'refreshAnalytics', workflowId: 'analytics', input: {} },
      { workflow: 'probeProxies', workflowId: 'probe-proxies', input: {} },
      { workflow: 'sweepStorage', workflowId: 'sweep-storage', input: {} },
    ]);
  });

  test('have a known role and a sentence for people', () => {
    for (const { role, note } of schedules) {
      expect(ROLES).toContain(role);
      expect(note).toMatch(/^[A-Z].+\.$/);
    }
  });
});

test('a missed run is made up for until the next one is due, for six hours at least, and a second one is never queued', () => {
  expect(schedules.map(({ id, catchupWindowSeconds }) => [id, catchupWindowSeconds / 3600])).toEqual([
    ['payload_fetch_all', 6],
    ['store_discovery_dutchie', 24],
    ['analytics_refresh', 6],
    ['proxy_probe', 6],
    ['storage_sweep', 24],
  ]);
  const others = [0.01, 12].map((crawlIntervalHours) =>
    defaultSchedules({ discoveryStates: [], crawlIntervalHours }),
  );
  expect(others.map(([crawl]) => crawl?.catchupWindowSeconds)).toEqual([6 * 3600, 12 * 3600]);
  for (const { intervalHours, jitterSeconds, overlap } of [...schedules, ...others.flat()]) {
    expect(jitterSeconds).toBeGreaterThan(0);
    expect(jitterSeconds).toBeLessThanOrEqual((intervalHours * 3600) / 4);
    expect(overlap).toBe('SKIP');
  }
});

describe('what a schedule starts follows from its settings', () => {
  const [crawl, discovery, analytics] = schedules.map(({ start }) => start);

  test('the interval moves what is due, the state the fixed id, the priority that of the chains', () => {
    expect(deriveStart(crawl!, { intervalHours: 2, priority: 7, state: 'AZ' })).toEqual({
      workflow: 'crawlDue',
      workflowId: 'crawl-due/AZ',
      input: { scope: 'AZ', intervalHours: 1.8, priority: 7 },
    });
  });

  test('a schedule by calendar keeps what is due', () => {
    const { input } = deriveStart(crawl!, { intervalHours: null, priority: 0, state: 'all' });
    expect(input).toMatchObject({ intervalHours: 3.6 });
  });

  test.each([
    [-1, 10],
    [5, 10],
    [25, 25],
  ])('a discovery of priority %i starts first crawls of priority %i', (priority, chains) => {
    const { input } = deriveStart(discovery!, { intervalHours: 24, priority, state: null });
    expect(input).toEqual({ platform: 'dutchie', states: ['AZ', 'NV'], priority: chains });
  });

  test('the id of a discovery follows its area, and stays where none is given', () => {
    const settings = { intervalHours: 24, priority: 5 };
    expect(deriveStart(discovery!, { ...settings, state: 'AZ/phoenix' }).workflowId).toBe(
      'discover/dutchie/AZ/phoenix',
    );
    expect(deriveStart(discovery!, { ...settings, state: null }).workflowId).toBe('discover/dutchie/all');
  });

  test('what takes nothing stays so', () => {
    expect(deriveStart(analytics!, { intervalHours: 1, priority: 3, state: null })).toEqual(analytics);
  });
});
