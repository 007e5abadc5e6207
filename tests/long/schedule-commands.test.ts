import { describe, expect, test, vi } from 'vitest';
import { startApiServer } from '../support/api-server.ts';
import { runProgram, type Finished } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

type Crawlchain = (...text: string[]) => Promise<Finished>;

async function crawlchainOn(): Promise<Crawlchain> {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const env = { DISCOVERY_STATES: 'AZ' };
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false, env });
  return (...text) => runProgram('cli/main.ts', ['schedules', ...text], { CRAWLCHAIN_URL });
}

const IDS = [
  'payload_fetch_all',
  'store_discovery_dutchie',
  'analytics_refresh',
  'proxy_probe',
  'storage_sweep',
];

describe('crawlchain schedules', () => {
  test('tells what is missing, makes it, and lists it', async () => {
    const schedules = await crawlchainOn();
    const before = await schedules('diff');
    expect(before.stdout.trim().split('\n')).toEqual(IDS.map((id) => `${id}: missing; apply creates it`));
    expect(before.code).toBe(0);
    expect((await schedules('list')).stdout).toBe(
      'There are no schedules; `npx crawlchain schedules apply` makes them.\n',
    );
    expect((await schedules('apply')).stdout.trim().split('\n')).toEqual(IDS.map((id) => `${id}: created`));
    await vi.waitFor(async () => {
      const { stdout } = await schedules('list');
      expect(stdout.trim().split('\n')).toHaveLength(6);
      expect(stdout).toMatch(
        /^payload_fetch_all +payload_fetch +4h +0 +all +active +\S+Z +- +- +never ran$/m,
      );
      expect(stdout).toMatch(/^store_discovery_dutchie +store_discovery +24h +5 +all +active /m);
    }, 300_000);
  });

  test('keeps over apply what was edited and paused, and says so', async () => {
    const schedules = await crawlchainOn();
    await schedules('apply');
    const edited = await schedules(
      'edit',
      'payload_fetch_all',
      '--interval',
      '90m',
      '--priority',
      '-3',
      '--state',
      'nv',
    );
    expect(edited.stdout).toMatch(/^payload_fetch_all: every 1h30m, priority -3, state NV; next run \S+Z$/m);
    const paused = await schedules('pause', 'analytics_refresh', '--reason', 'vacuum runs');
    expect(paused.stdout).toBe('analytics_refresh: every 6h, priority 0; paused (vacuum runs)\n');
    const { stdout } = await schedules('apply');
    expect(stdout).toContain(
      [
        'payload_fetch_all: left as it is',
        '  interval: 1h30m, changed by an operator; kept. Code says 4h',
        '  priority: -3, changed by an operator; kept. Code says 0',
        '  state filter: NV, changed by an operator; kept. Code says all',
      ].join('\n'),
    );
    expect(stdout).toContain('  paused: yes, changed by an operator; kept. Code says no\n');
    const resumed = await schedules('resume', 'analytics_refresh');
    expect(resumed.stdout).toMatch(/^analytics_refresh: every 6h, priority 0; next run \S+Z$/m);
  });

  test('takes a new interval from the environment of the API, unless an operator has set one', async () => {
    const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
    const schedules = async (hours: string, ...text: string[]) => {
      const env = { DISCOVERY_STATES: 'AZ', CRAWL_INTERVAL_HOURS: hours };
      const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false, env });
      return runProgram('cli/main.ts', ['schedules', ...text], { CRAWLCHAIN_URL });
    };
    await schedules('4', 'apply');
    expect((await schedules('6', 'diff')).stdout).toContain(
      '  interval: 4h -> 6h, changed in code; apply sets it\n',
    );
    expect((await schedules('6', 'apply')).stdout).toContain('  interval: 4h -> 6h, changed in code\n');
    await schedules('6', 'edit', 'payload_fetch_all', '--interval', '2h');
    const conflict =
      "  interval: 2h, conflict: changed in code to 8h and on the schedule to 2h; the operator's 2h is kept\n";
    expect((await schedules('8', 'diff')).stdout).toContain(conflict);
    const applied = JSON.parse((await schedules('8', 'apply', '--json')).stdout) as object[];
    expect(applied[0]).toEqual({
      id: 'payload_fetch_all',
      state: 'different',
      changes: [{ field: 'interval_seconds', changed_by: 'conflict', schedule: 7_200, code: 28_800 }],
      starts_other: false,
      done: 'updated',
    });
    expect(JSON.parse((await schedules('8', 'diff', '--json')).stdout)).toMatchObject([
      { state: 'different', changes: [{ changed_by: 'operator' }] },
      ...IDS.slice(1).map((id) => ({ id, state: 'same', changes: [] })),
    ]);
  });

  test('triggers once while no worker takes the start, and says that the second came to nothing', async () => {
    const schedules = await crawlchainOn();
    await schedules('apply');
    const first = await schedules('trigger', 'analytics_refresh');
    expect(first).toMatchObject({
      code: 0,
      stdout: 'analytics_refresh fired: no worker has taken it yet\n',
    });
    const second = await schedules('trigger', 'analytics_refresh');
    expect(second.code).toBe(1);
    expect(second.stdout).toContain('did not fire: its previous start still waits for a worker');
    const days = ['--from', '2026-01-01T12:00:00Z', '--to', '2026-01-03T12:00:00Z'];
    const backfilled = await schedules('backfill', 'storage_sweep', ...days);
    expect(backfilled.stdout).toContain('with the overlap policy SKIP');
    await vi.waitFor(async () => {
      const reports = JSON.parse((await schedules('list', '--json')).stdout) as { id: string }[];
      expect(reports.find(({ id }) => id === 'storage_sweep')).toMatchObject({ runs: 1, skipped: 1 });
    }, 300_000);
  });

  test('refuses a schedule that is not there, and a state where none belongs', async () => {
    const schedules = await crawlchainOn();
    await schedules('apply');
    const unknown = await schedules('trigger', 'payload_fetch');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(
      /^There is no schedule "payload_fetch". There are analytics_refresh, payload_fe/,
    );
    const stateless = await schedules('edit', 'storage_sweep', '--state', 'AZ');
    expect(stateless).toMatchObject({ code: 2, stdout: '' });
    expect(stateless.stderr).toMatch(/^storage_sweep has no state filter/);
  });

  test('narrows a discovery to a city or to some states, which `apply` keeps', async () => {
    const schedules = await crawlchainOn();
    await schedules('apply');
    const narrow = ['edit', 'store_discovery_dutchie', '--state'];
    const city = await schedules(...narrow, 'az', '--city', 'Phoenix', '--json');
    expect(JSON.parse(city.stdout)).toMatchObject({
      state_code: 'AZ',
      state_codes: ['AZ'],
      city: 'Phoenix',
      workflow_id: 'discover/dutchie/AZ/phoenix',
    });
    const states = await schedules(...narrow, 'NV,AZ');
    expect(states.stdout).toContain('state AZ+NV;');
    expect((await schedules('apply')).stdout).toContain(
      'state filter: AZ+NV, changed by an operator; kept. Code says all',
    );
    const crawls = await schedules('edit', 'payload_fetch_all', '--state', 'AZ,NV');
    expect(crawls).toMatchObject({ code: 2, stdout: '' });
    expect(crawls.stderr).toMatch(/^payload_fetch_all takes all states, or one/);
  });

  test.each([
    [['edit', 'payload_fetch_all'], 'Nothing to change; give --interval, --priority or --state.'],
    [
      ['edit', 'store_discovery_dutchie', '--city', 'Phoenix'],
      'The city "Phoenix" takes the one state that it is in, got no state.',
    ],
    [['edit', 'payload_fetch_all', '--interval', '4'], 'It takes a time such as 4h, 90m, 1h30m or 2d.'],
    [['edit', 'payload_fetch_all', '--priority', 'high'], 'It takes a whole number.'],
    [
      ['edit', 'payload_fetch_all', '--state', 'Arizona'],
      'It takes the two letters of a state or province, such as AZ, several separated',
    ],
    [
      ['backfill', 'proxy_probe', '--from', 'monday', '--to', '2026-01-03T12:00:00Z'],
      'It takes a time with its zone',
    ],
  ])('%j is refused with a word on what is accepted, before anything is asked', async (text, complaint) => {
    const { code, stderr } = await runProgram('cli/main.ts', ['schedules', ...text]);
    expect(stderr).toContain(complaint);
    expect(code).toBe(2);
  });

  test('asks for the API when it is not named', async () => {
    const text = ['--data-dir', '/nowhere', 'schedules', 'list'];
    const { code, stderr } = await runProgram('cli/main.ts', text, { CRAWLCHAIN_URL: '' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^There is no API: /);
  });
});
