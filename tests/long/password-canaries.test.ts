import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { saveProxies } from '../../db/queries/proxies.ts';
import { startCrawl, startProxyProbes } from '../../temporal-client/crawl-control.ts';
import { startApiServer } from '../support/api-server.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import {
  dumpDatabase,
  formsOf,
  readArguments,
  readFiles,
  readHistories,
} from '../support/planted-secrets.ts';
import { runProgram } from '../support/run-program.ts';

const COMMAND = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

/** A wrong password, which its proxy refuses. It has every character at which careless code breaks. */
const WRONG = 'canary-407@:/%?#';
/** The password of a proxy that does not exist. */
const DEAD = 'canary-dead:/@%41';
/** A password that SQL inserts without sealing it. */
const PLAIN = 'canary-plain@:/%';

/** The whole text of each place in which a secret might appear, by the name of the place. */
type SlotCounts = Record<string, string>;

test('no password of a proxy turns up anywhere: logs, histories, database, processes, files, command', async () => {
  const world = await createCrawlWorld({
    dispensaries: 1,
    products: 30,
    env: { BROWSER_NO_SANDBOX: String(process.getuid?.() === 0) },
  });
  const secrets = await plant(world);
  const worker = await world.startWorker();
  const places: SlotCounts = { processes: await crawlEverything(world, worker.pid) };
  places['log'] = await world.readLog();
  places['histories'] = await readHistories(world.client);
  places['database'] = await dumpDatabase(world.db);
  places['storage'] = await readFiles(world.storageRoot);
  places['command'] = await runCommands(world);
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(500);
    const found = secrets.filter((secret) => text.includes(secret));
    expect(found, `in ${place}`).toEqual([]);
  }
  // Each kind of failure must occur in the searched texts, which shows that they come from the crawls.
  expect(places['log']).toMatch(/"kind":"ProxyFault"/);
  expect(places['database']).toMatch(/refuses our credentials/);
  expect(places['database']).toMatch(/accepts no connection/);
  expect(places['database']).toMatch(/"outcome": ?"blocked"/);
  expect(places['histories']).toMatch(/probeProxies/);
  expect(places['database']).toMatch(/"password": ?"enc:v1:/);
}, 240_000);

/** Plants the secrets. @returns every form in which a secret might appear */
async function plant(world: CrawlWorld): Promise<string[]> {
  const { db, sandbox, passwordKeyFile } = world;
  const seal = await preparePasswordSeal(db, { key: undefined, keyFile: passwordKeyFile });
  const [first] = sandbox.proxies;
  const wrong = { ...first!, username: 'canary-user', password: WRONG };
  const dead = { protocol: 'socks5' as const, host: '127.0.0.1', port: 1, username: 'canary-dead-user' };
  await saveProxies(db, seal, [
    { ...wrong, protocol: wrong.protocol },
    { ...dead, password: DEAD },
  ]);
  await sql`insert into proxies (host, port, username, password) values ('127.0.0.1', 1, 'plain-user', ${PLAIN})`.execute(
    db,
  );
  const key = (await readFile(passwordKeyFile, 'utf8')).trim();
  const credentials = [
    ...sandbox.proxies.map(({ username, password }) => [username, password] as const),
    ['canary-user', WRONG] as const,
    ['canary-dead-user', DEAD] as const,
    ['plain-user', PLAIN] as const,
  ];
  return [key, Buffer.from(key, 'hex').toString('base64'), ...credentials.flatMap(formsOf)];
}

/**
 * Runs crawls that succeed, that meet a 407, a dead proxy and refusals, and that use a browser; then tests the proxies.
 * @returns the arguments of all processes that ran meanwhile
 */
async function crawlEverything(world: CrawlWorld, workerPid: number | undefined): Promise<string> {
  const { dispensary } = await addLargestDispensary(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 2, action: { type: 'status', status: 403 } }],
  });
  const seen = new Set<string>();
  for (let crawl = 0; crawl < 5; crawl += 1) {
    // The last two crawls use a browser, which gets its proxy as an argument of its command line.
    if (crawl === 3) await world.db.updateTable('dispensaries').set({ fetch_mode: 'browser' }).execute();
    const { handle } = await startCrawl(world.client, dispensary, { images: crawl === 0 });
    let isDone = false;
    const done = handle.result().finally(() => (isDone = true));
    await vi.waitFor(
      async () => {
        for (const line of await readArguments()) seen.add(line);
        expect(isDone).toBe(true);
      },
      { timeout: 120_000, interval: 50 },
    );
    await done;
  }
  expect([...seen].some((line) => line.includes('--proxy-server'))).toBe(true);
  await world.db.updateTable('dispensaries').set({ fetch_mode: 'http' }).execute();
  await sql`update proxies set is_active = false, cooldowns = 1, cooldown_until = now() - interval '1 second'`.execute(
    world.db,
  );
  await (await startProxyProbes(world.client)).handle.result();
  // This crawl fails, because all proxies except the dead one are cooling down. It is retried later.
  await sql`update proxies set is_active = host = '127.0.0.1' and port = 1, cooldown_until = null`.execute(
    world.db,
  );
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await vi.waitFor(
    async () => expect(await world.readLog()).toMatch(/"kind":"(ProxyFault|NoActiveProxy)"/),
    60_000,
  );
  await handle.terminate('it would wait for a proxy');
  expect([...seen].some((line) => line.startsWith(`${workerPid} `))).toBe(true);
  return [...seen].join('\n');
}

async function runCommands(world: CrawlWorld): Promise<string> {
  vi.stubEnv('SSL_CERT_FILE', world.sandbox.caFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const api = await startApiServer({
    db: world.db,
    client: world.client,
    isFollowed: false,
    env: { PROXY_PASSWORD_KEY_FILE: world.passwordKeyFile, EXIT_ADDRESS_URL: world.sandbox.echoUrl },
  });
  const env = { CRAWLCHAIN_URL: api.url };
  const calls = [
    ['list'],
    ['list', '--json'],
    ['export'],
    ['export', '--format', 'url'],
    ['test'],
    ['test', '--json'],
  ];
  const texts: string[] = [];
  for (const call of calls) {
    const { stdout, stderr } = await runProgram(COMMAND, ['proxies', ...call], env);
    texts.push(stdout, stderr);
  }
  return texts.join('\n');
}
