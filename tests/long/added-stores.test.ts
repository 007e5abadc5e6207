import { expect, test } from 'vitest';
import { crawlDispensaryId, resolveEntryPointId } from '../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { failureKind } from '../support/failure-kind.ts';
import { runProgram } from '../support/run-program.ts';

test('stores that are added by their menus are resolved, filled in and crawled, over the API and by the command', async () => {
  const world = await createCrawlWorld({ dispensaries: 5, restDispensaries: 2, products: 15 });
  const { DUTCHIE_GRAPHQL_URL = '', BLAZE_API_URL = '' } = world.workerEnv;
  const { call, url: CRAWLCHAIN_URL } = await startApiServer({
    ...world,
    env: { DUTCHIE_GRAPHQL_URL, BLAZE_API_URL },
  });
  const { dispensaries } = await world.truth();
  const of = (platform: string) =>
    dispensaries.filter((store) => store.platform === platform && !store.isTestShop);
  const stores = of('dutchie');
  const { origin } = new URL(DUTCHIE_GRAPHQL_URL);
  await world.startWorker();
  for (const [place, path] of ['embedded-menu', 'dispensary', 'stores'].entries()) {
    const store = stores[place]!;
    const menuUrl = `${origin}/${path}/${store.slug}`;
    const { status, body } = await call<{ id: number }>('POST', '/api/dispensaries', {
      body: { menu_url: menuUrl },
    });
    expect([path, status]).toEqual([path, 201]);
    const found = await world.client.workflow.getHandle(resolveEntryPointId(body.id)).result();
    expect(found).toEqual({ platformDispensaryId: store.platformId, wasKnown: false, chainStarted: true });
    await world.client.workflow.getHandle(crawlDispensaryId(body.id)).result();
    expect((await call('GET', `/api/dispensaries/${body.id}`)).body).toMatchObject({
      name: store.name,
      slug: store.cName,
      city: store.city,
      state: store.state,
      platform_dispensary_id: store.platformId,
      first_crawl_at: expect.any(String),
    });
    const again = await call('POST', '/api/dispensaries', { body: { menu_url: menuUrl } });
    expect([again.status, again.body]).toMatchObject([200, { id: body.id, name: store.name, task: null }]);
  }

  const crawlchain = (...text: string[]) => runProgram('cli/main.ts', text, { CRAWLCHAIN_URL });
  const { slug } = of('blaze')[0]!;
  const url = `${new URL(BLAZE_API_URL).origin}/stores/${slug}`;
  const added = await crawlchain('dispensaries', 'add', url, '--no-crawl', '--json');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const blaze = JSON.parse(added.stdout) as { id: number };
  expect(blaze).toMatchObject({
    is_new: true,
    platform: 'blaze',
    slug,
    task: { workflow_id: resolveEntryPointId(blaze.id), already_running: false },
  });
  const resolved = await world.client.workflow.getHandle(resolveEntryPointId(blaze.id)).result();
  expect(resolved).toMatchObject({ wasKnown: false, chainStarted: false });
  const again = await crawlchain('dispensaries', 'add', url, '--no-crawl');
  expect(again.stdout).toMatch(/^.+ \(blaze\) is dispensary \d+\. Nothing was started\.\n$/);

  // The alias under which this store was added is forgotten here, so the API takes the alias for a new store. The search then finds the
  // known store and records the alias.
  const aliased = stores.find((store) => store.slug !== store.cName)!;
  await world.db
    .updateTable('dispensaries')
    .set({ added_as: [] })
    .where('slug', '=', aliased.cName)
    .execute();
  const twice = await call<{ id: number }>('POST', '/api/dispensaries', {
    body: { menu_url: `${origin}/stores/${aliased.slug}` },
  });
  expect(twice.status).toBe(201);
  const joined = world.client.workflow.getHandle(resolveEntryPointId(twice.body.id)).result();
  expect(await failureKind(joined)).toBe('InvalidInput');
  const found = await call('POST', '/api/dispensaries', {
    body: { menu_url: `${origin}/stores/${aliased.slug}` },
  });
  expect([found.status, found.body]).toMatchObject([200, { name: aliased.name, task: null }]);
  expect((await call('GET', `/api/dispensaries/${twice.body.id}`)).status).toBe(404);

  const unknown = await call<{ id: number }>('POST', '/api/dispensaries', {
    body: { menu_url: `${origin}/stores/no-such-store` },
  });
  const search = world.client.workflow.getHandle(resolveEntryPointId(unknown.body.id)).result();
  expect(await failureKind(search)).toBe('NotFound');
  // The list shows it some seconds later.
  const unresolved = async () =>
    (await call('GET', '/api/quality/dispensaries?problem=unresolved')).body['items'];
  await expect
    .poll(unresolved, { timeout: 60_000 })
    .toMatchObject([{ dispensary_id: unknown.body.id, problems: ['unresolved'], payload_id: null }]);
  const shown = await crawlchain('quality', '--problem', 'unresolved');
  expect(shown.stdout).toMatch(
    new RegExp(
      `^no-such-store \\(${unknown.body.id}\\) +unresolved +the platform has not found its slug yet; `,
      'm',
    ),
  );
});

test('an address that no platform knows is refused by the command, with the forms', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { DUTCHIE_GRAPHQL_URL = '' } = world.workerEnv;
  const { url } = await startApiServer({ ...world, env: { DUTCHIE_GRAPHQL_URL } });
  const { code, stdout, stderr } = await runProgram(
    'cli/main.ts',
    ['dispensaries', 'add', 'https://example.com/dispensary/deeply-rooted'],
    { CRAWLCHAIN_URL: url },
  );
  expect([code, stdout]).toEqual([2, '']);
  const { origin } = new URL(DUTCHIE_GRAPHQL_URL);
  expect(stderr).toMatch(/^menu_url takes the address of a menu, in one of these forms: /);
  for (const path of ['embedded-menu', 'dispensary', 'stores'])
    expect(stderr).toContain(`${origin}/${path}/<slug>`);
});
