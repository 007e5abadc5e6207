import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removePostgresData } from '../../local/postgres-home.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxEnvironment } from '../../scripts/start/stack.ts';
import type { StoreFound } from '../../scripts/start/store-found.ts';
import { runProgram } from '../support/run-program.ts';
import { takePort } from '../support/take-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Unsets the variables that would name other servers. */
const UNSET = { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined, STORAGE_ROOT: undefined };

test('a store is crawled by the address of its menu through given proxies, and what was found is told', async () => {
  const folder = await temporaryFolder('start-url-');
  const dataDir = join(folder, 'data');
  onTestFinished(() => removePostgresData(join(dataDir, 'postgres')));
  // This sandbox stands for the outside world: the start itself brings up no sandbox.
  const sandbox = await startSandbox({
    stateDir: join(folder, 'sandbox'),
    dispensaries: 2,
    products: 12,
  });
  onTestFinished(() => sandbox.close());
  const { info } = sandbox;
  const { dispensaries } = (await (await fetch(`${info.controlUrl}/control/truth`)).json()) as {
    dispensaries: { slug: string; name: string }[];
  };
  const [store] = dispensaries;
  const proxies = join(folder, 'proxies.txt');
  const lines = info.proxies.map(({ protocol, host, port, username, password }) =>
    [`${protocol}://${encodeURIComponent(username)}:${encodeURIComponent(password)}`, `${host}:${port}`].join(
      '@',
    ),
  );
  await writeFile(proxies, `${lines.join('\n')}\n`);
  const start = (...text: string[]) =>
    runProgram('scripts/start.ts', ['--once', '--json', '--data-dir', dataDir, ...text], {
      ...sandboxEnvironment(info),
      ...UNSET,
    });
  const url = `${info.menuBaseUrl}/dispensary/${store!.slug}`;

  // The usual port is taken, so the start chooses another one.
  await takePort(3000);
  const bare = await start('--url', url);
  expect(bare).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no enabled proxy, and crawls go'),
  });
  const { code, stdout, stderr } = await start('--url', url, '--proxies', proxies);
  expect(code, `${stdout}${stderr}`).toBe(0);
  const [, port = ''] = /Port 3000 is taken, so the API\s+listens on (\d+)/.exec(stderr) ?? [];
  expect(stderr).toContain(`The dashboard is at http://127.0.0.1:${port}/`);
  const found = JSON.parse(stdout) as StoreFound;
  expect(found).toMatchObject({ name: store!.name, platform: 'dutchie', doubts: [], error: null });
  expect(found.products).toBeGreaterThan(0);
  expect(found.in_stock).toBeLessThanOrEqual(found.products);
  expect(Number(found.price_min)).toBeGreaterThan(0);
  expect(Number(found.price_max)).toBeGreaterThanOrEqual(Number(found.price_min));

  // A second start crawls the store again, through the proxies that were given before.
  const countPayloads = async () => {
    const names = await readdir(join(dataDir, 'storage', 'payloads'), { recursive: true });
    return names.filter((name) => name.endsWith('.gz')).length;
  };
  expect(await countPayloads()).toBe(1);
  const again = await start('--url', url);
  expect(again.code, `${again.stdout}${again.stderr}`).toBe(0);
  expect(again.stderr).toContain(`The dashboard is at http://127.0.0.1:${port}/`);
  // Other tests may take the ports of the other servers meanwhile.
  expect(again.stderr).not.toContain('so the API listens');
  expect(JSON.parse(again.stdout)).toMatchObject({ name: store!.name, error: null });
  expect(await countPayloads()).toBe(2);
});
