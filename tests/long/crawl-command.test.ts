import { describe, expect, test } from 'vitest';
import { waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { addDispensaries, addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/run-program.ts';

/** Returns the command, and an API of this world for it. */
async function commandOf(world: CrawlWorld) {
  const { url: CRAWLCHAIN_URL } = await startApiServer(world);
  const env = { CRAWLCHAIN_URL };
  return {
    crawlchain: (...text: string[]) => runProgram('cli/main.ts', text, env),
    begin: (...text: string[]) => startProgram('cli/main.ts', text, env),
  };
}

describe('crawlchain discover and crawl', () => {
  test('a discovery of a city finds the stores of that city alone', async () => {
    const world = await createCrawlWorld({ dispensaries: 6, products: 10 });
    const stores = (await world.truth()).dispensaries.filter(({ isTestShop }) => !isTestShop);
    const { city, state } = stores[0]!;
    await world.startWorker();
    const { crawlchain } = await commandOf(world);
    const found = await crawlchain('discover', state, '--city', city, '--wait', '--json');
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({
      states: [state],
      city,
      workflow_id: `discover/dutchie/${state}/${city.toLowerCase()}`,
      result: {
        promoted: stores.filter((store) => store.city === city && store.state === state).length,
        failed_states: [],
      },
    });
  });

  test.each([
    [['--city', 'Phoenix'], 'The city "Phoenix" takes the one state that it is in, got no state.'],
    [['AZ', 'CA', '--city', 'Mesa'], 'The city "Mesa" takes the one state that it is in, got AZ, CA.'],
    [['AZ', '--city', ''], 'A search takes the name of a city: 1 to 50 letters'],
    [['Arizona'], 'It takes the two letters of a state or province, such as AZ.'],
  ])('discover %j is refused with one error, before anything is asked', async (text, complaint) => {
    const { code, stderr } = await runProgram('cli/main.ts', ['discover', ...text]);
    expect(stderr).toContain(complaint);
    expect(code).toBe(2);
  });

  test('find stores, crawl one by its slug, and all, and tell how far they are', async () => {
    const world = await createCrawlWorld({ dispensaries: 3, products: 20 });
    const { dispensaries } = await world.truth();
    const states = [...new Set(dispensaries.map(({ state }) => state))];
    await world.startWorker();
    const { crawlchain } = await commandOf(world);
    const discovered = await crawlchain('discover', ...states, '--wait', '--json');
    expect(discovered.code).toBe(0);
    const stores = dispensaries.filter(({ isTestShop }) => !isTestShop);
    expect(JSON.parse(discovered.stdout)).toMatchObject({
      workflow_id: `discover/dutchie/${states.toSorted().join('+')}`,
      is_new: true,
      result: { promoted: stores.length, failed_states: [] },
    });
    expect(discovered.stderr).toMatch(/^discover\/dutchie\/[A-Z+]+: \w+/m);

    const known = await world.db.selectFrom('dispensaries').select('id').execute();
    await Promise.all(known.map(({ id }) => waitForCrawl(world.client, id)));

    const slug = stores[0]?.slug ?? '';
    const one = await crawlchain('crawl', slug, '--wait', '--no-images');
    expect(one.code).toBe(0);
    expect(one.stdout).toMatch(
      /^crawl\/\d+ is completed, with payload \d+: \d+ products, \d+ in stock, \d+ new, \d+ missing$/m,
    );
    // A fast crawl has ended before its progress is read.
    expect(one.stderr).toMatch(/^(crawl\/\d+: \w.*\n)*$/);

    const all = await crawlchain('crawl', 'all', '--wait', '--no-images', '--json');
    expect(all.code).toBe(0);
    expect(JSON.parse(all.stdout)).toMatchObject({
      scope: 'all',
      workflow_id: 'crawl-due/all',
      is_new: true,
      chains: { running: 0, failed: 0 },
      failed: [],
      error: null,
      fan_out_id: expect.stringMatching(/^crawl-due~all~/),
    });
    const {
      started,
      already_running: alreadyRunning,
      chains,
    } = JSON.parse(all.stdout) as {
      started: number;
      already_running: number;
      chains: { completed: number };
    };
    expect(started + alreadyRunning).toBe(stores.length);
    const requested = world.db
      .selectFrom('runs')
      .where('workflow_id', '=', 'crawl-due/all')
      .select('requested_by');
    expect(await requested.executeTakeFirst()).toEqual({ requested_by: 'this machine' });
    expect(chains.completed).toBe(started);
    const pictured = world.db.selectFrom('stage_runs').select('crawl_run_id').where('stage', '=', 'images');
    const runs = await world.db
      .selectFrom('crawl_runs')
      .select('id')
      .orderBy('id', 'desc')
      .limit(started)
      .execute();
    expect(
      await pictured
        .where(
          'crawl_run_id',
          'in',
          runs.map(({ id }) => id),
        )
        .execute(),
    ).toEqual([]);
    const state = stores[0]?.state ?? '';
    expect(await crawlchain('crawl', state.toLowerCase())).toMatchObject({
      code: 0,
      stdout: `crawl-due/${state} is started.\n`,
    });
  });

  test('tell of the chains that failed why they did', async () => {
    const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
    const { dispensary, store } = await addLargestDispensary(world, { isResolved: false });
    const { menu_url: menuUrl } = await world.db
      .selectFrom('dispensaries')
      .select('menu_url')
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable('dispensaries')
      .set({ slug: 'nobody-here', menu_url: menuUrl?.replace(store.slug, 'nobody-here') })
      .execute();
    await world.startWorker();
    const { crawlchain } = await commandOf(world);
    const { code, stdout } = await crawlchain('crawl', 'all', '--wait');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        `^crawl-due/all is over: 0 of 1 chains completed, 1 failed\\n  crawl/${dispensary.id}: .*nobody-here.*$`,
        'm',
      ),
    );
  });
});

test('crawlchain crawl --wait shows what a crawl waits for, and until when', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  await world.db.updateTable('proxies').set({ is_active: false }).execute();
  const { begin } = await commandOf(world);
  const waiting = begin('crawl', String(dispensary.id), '--wait');
  await expect
    .poll(() => waiting.sofar.stderr, { timeout: 60_000 })
    .toMatch(/^crawl\/\d+: waits for attempt 2, which starts at .* UTC; an active proxy: there is none$/m);
});

async function interruptUntilEnd(program: RunningProgram) {
  const again = setInterval(() => program.signal('SIGINT'), 1);
  return program.finished.finally(() => clearInterval(again));
}

describe('crawlchain crawl without a worker', () => {
  test('goes on when a person no longer waits, and is not started twice', async () => {
    const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
    const { dispensary } = await addLargestDispensary(world);
    const { begin } = await commandOf(world);
    const waiting = begin('crawl', String(dispensary.id), '--wait');
    await expect
      .poll(() => waiting.sofar.stderr, { timeout: 120_000 })
      .toContain(`crawl/${dispensary.id}: waits for a worker: none serves the queue \`${WORKFLOW_QUEUE}\``);
    // Ctrl-C in a terminal reaches the program twice: directly, and through the program that started it. The second signal may
    // come at any moment, also while the program ends.
    const { code, stderr } = await interruptUntilEnd(waiting);
    expect(stderr).toContain(`No longer waiting: crawl/${dispensary.id} goes on`);
    expect(code).toBe(130);
    const handle = world.client.workflow.getHandle(`crawl/${dispensary.id}`);
    expect((await handle.describe()).status.name).toBe('RUNNING');

    const second = begin('crawl', String(dispensary.id), '--wait', '--json');
    await expect
      .poll(() => second.sofar.stderr, { timeout: 120_000 })
      .toContain(`crawl/${dispensary.id}: waits for a worker: none serves the queue \`${WORKFLOW_QUEUE}\``);
    await handle.terminate('for a test');
    const ended = await second.finished;
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      is_new: false,
      status: 'failed',
      error: expect.stringContaining('for a test'),
    });
  });

  test('refuses what it does not know, naming what it takes', async () => {
    const world = await createCrawlWorld({ dispensaries: 2, products: 5 });
    const [id = 0] = await addDispensaries(world);
    const { crawlchain } = await commandOf(world);
    const refusal = async (...text: string[]) => {
      const { code, stdout, stderr } = await crawlchain('crawl', ...text);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      return stderr;
    };
    expect(await refusal('no-such-store')).toBe(
      'There is no dispensary "no-such-store". It takes an id or a slug of `dispensaries list`, a state such as AZ, or all.\n',
    );
    expect(await refusal('ZZ')).toMatch(
      /^There is no dispensary "ZZ"\. It takes .* a state such as AZ, or all\.$/m,
    );
    expect(await crawlchain('crawl', 'TX')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'There is no dispensary in TX whose crawls are enabled, so nothing was started. `npx crawlchain discover TX` finds some.\n',
    });
    expect(await refusal('1', '--priority', 'high')).toContain('It takes a whole number from -1000 to 1000');
    await world.db.updateTable('dispensaries').set({ slug: 'twins' }).execute();
    expect(await refusal('twins')).toMatch(/^"twins" is the slug of \d+ dispensaries: .+ Give the id\.$/m);
    await world.db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
    expect(await refusal(String(id))).toContain('is not crawled, because its crawl_enabled is false');
  });
});
