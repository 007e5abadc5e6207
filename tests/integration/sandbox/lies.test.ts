import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyAccess } from '../../../sandbox/proxies/proxy-access.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { createSandboxClient } from './sandbox-client.ts';
import type { SandboxClient } from './sandbox-client.ts';

let folder: string;
let sandbox: Sandbox;
let client: SandboxClient;
let stores: string[];
let restStore: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-lies-'));
  const size = { dispensaries: 2, products: 60, restDispensaries: 1 };
  sandbox = await startSandbox({ stateDir: folder, seed: 7, ...size });
  client = createSandboxClient(sandbox.info);
  const { body } = await client.control('GET', '/control/truth');
  const idsOf = (platform: string) =>
    body.dispensaries
      .filter((store) => store.platform === platform && !store.isTestShop)
      .map(({ platformId }) => platformId);
  stores = idsOf('dutchie');
  restStore = idsOf('blaze')[0]!;
});
afterEach(() => client.control('DELETE', '/control/lies'));
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const lie = (body: object) => client.control('POST', '/control/lies', body);

async function menuOf(store: string | undefined, page = 0) {
  return client.menu(store ?? '', { page });
}

async function restMenu(protocol: ProxyAccess['protocol'] = 'http'): Promise<string> {
  const url = `${sandbox.info.restUrl}/products/?limit=50&offset=0&sort=name`;
  return (await client.get(url, { protocol, headers: { 'x-store': restStore } })).text();
}

describe('a lie', () => {
  it('shows in a menu, adds up with another, leaves the truth alone, and ends when it is deleted', async () => {
    const honest = await menuOf(stores[0]);
    const { body: truth } = await client.control('GET', '/control/truth');
    expect(await lie({ kind: 'prices-99999' })).toMatchObject({
      status: 200,
      body: { told: [{ kind: 'prices-99999', seed: 1, share: 1, store: null, proxy: null, sincePass: 0 }] },
    });
    const prices = (await menuOf(stores[0])).products.flatMap((product) => product['Prices']);
    expect(new Set(prices)).toEqual(new Set([99_999]));
    await lie({ kind: 'count-zero' });
    expect(await menuOf(stores[0])).toMatchObject({ totalCount: 0 });
    expect((await client.control('GET', '/control/truth')).body).toEqual(truth);
    expect((await client.control('DELETE', '/control/lies')).body).toEqual({ cleared: true });
    expect(await menuOf(stores[0])).toEqual(honest);
  });

  it('is told again in the same way, page by page', async () => {
    await lie({ kind: 'quantities-permuted', seed: 5, share: 0.5 });
    const once = [await menuOf(stores[0]), await menuOf(stores[0], 1)];
    await client.control('DELETE', '/control/lies');
    await lie({ kind: 'quantities-permuted', seed: 5, share: 0.5 });
    expect([await menuOf(stores[0]), await menuOf(stores[0], 1)]).toEqual(once);
  });

  it.each(['names-constant', 'count-zero'])('may be about one store: %s', async (kind) => {
    const [lying, honest] = [await menuOf(stores[0]), await menuOf(stores[1])];
    await lie({ kind, store: stores[0] });
    expect(await menuOf(stores[0])).not.toEqual(lying);
    expect(await menuOf(stores[1])).toEqual(honest);
  });

  it.each(['names-constant', 'page-one-only', 'count-zero'])(
    'may be told through one proxy, and about a REST menu: %s',
    async (kind) => {
      const url = `${sandbox.info.restUrl}/products/?limit=50&offset=50&sort=name`;
      const ask = async (protocol: ProxyAccess['protocol']) =>
        (await client.get(url, { protocol, headers: { 'x-store': restStore } })).text();
      const honest = await ask('http');
      await lie({ kind, proxy: client.proxy('socks5').exitAddress });
      expect(await ask('socks5')).not.toBe(honest);
      expect(await ask('http')).toBe(honest);
    },
  );

  it('has the product in each place that the REST form has it', async () => {
    await lie({ kind: 'prices-0', store: restStore });
    expect(await restMenu()).not.toMatch(/"unit_price":\{"amount":[1-9]/);
  });

  it('is one of a list, which says what each is about', async () => {
    const { body } = await client.control('GET', '/control/lies');
    expect(body).toMatchObject({ told: [] });
    expect(JSON.stringify(body)).toContain('"name":"prices-0","family":"constants"');
  });

  it('is counted on the page for people', async () => {
    await lie({ kind: 'prices-0' });
    expect(await (await fetch(sandbox.info.controlUrl)).text()).toContain('1 lies');
  });

  it('that is misspelled is refused with what was given and what there is', async () => {
    const { status, body } = await lie({ kind: 'prices-zero' });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^Expected "kind" to be one of .*prices-0,.*; got prices-zero\.$/);
  });
});
