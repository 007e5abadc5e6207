import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/start-sandbox.ts';
import { EVENT_KINDS } from '../../../sandbox/world/events/event-kinds.ts';
import type { StoreEvent } from '../../../sandbox/world/events/store-events.ts';
import type { StoreTruth } from '../../../sandbox/world/world.ts';
import { createSandboxClient } from './sandbox-client.ts';
import type { SandboxClient } from './sandbox-client.ts';

let folder: string;
let sandbox: Sandbox;
let client: SandboxClient;

async function open(more: Partial<SandboxOptions> = {}): Promise<void> {
  sandbox = await startSandbox({
    stateDir: join(folder, 'state'),
    seed: 11,
    dispensaries: 4,
    products: 40,
    restDispensaries: 1,
    ...more,
  });
  client = createSandboxClient(sandbox.info);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-events-'));
  await open();
});
afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function storesAt(pass?: number): Promise<StoreTruth[]> {
  const { body } = await client.control('GET', `/control/truth${pass === undefined ? '' : `?pass=${pass}`}`);
  return body.dispensaries;
}

/** All fields of the control server's responses. Each response has some of them. */
interface EventBody extends StoreEvent {
  error: string;
  ended: number;
  kinds: object[];
  events: StoreEvent[];
}

async function send(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: EventBody }> {
  const answer: { status: number; body: unknown } = await client.control(method, path, body);
  return { status: answer.status, body: answer.body as EventBody };
}

const add = (body: object) => send('POST', '/control/events', body);
const list = () => send('GET', '/control/events');
const evolve = () => client.control('POST', '/control/evolve');

it('lists all kinds, each with what it is', async () => {
  const { body } = await list();
  expect(body.kinds).toHaveLength(EVENT_KINDS.length);
  expect(body.kinds).toContainEqual({
    kind: 'drops-medical',
    about: expect.any(String),
    frequency: 'rare',
    ends: false,
    needs: 'a store that sells both ways',
  });
  expect(body.events).toEqual([]);
});

it('an event begins with the next pass, at its store alone, in the menu as in the truth', async () => {
  const [first, ...others] = await storesAt();
  const usual = await storesAt(1);
  const added = await add({ kind: 'half-leaves', store: first!.slug, seed: 3 });
  expect(added).toEqual({
    status: 200,
    body: { kind: 'half-leaves', store: first!.platformId, seed: 3, fromPass: 1, untilPass: null },
  });
  expect(await storesAt()).toEqual([first, ...others]);
  await evolve();
  const [halved, ...rest] = await storesAt();
  expect(rest).toEqual(usual.slice(1));
  expect(halved!.products.length).toBeLessThan(usual[0]!.products.length * 0.6);
  const { products, totalCount } = await client.menu(first!.platformId, { page: 0 });
  expect(totalCount).toBe(halved!.products.length);
  expect(products.map((product) => String(product['_id'])).toSorted()).toEqual(
    halved!.products.map(({ id }) => id).toSorted(),
  );
});

it('deleted events end with the next pass; what they did to earlier passes stays true', async () => {
  const [first] = await storesAt();
  const store = first!.platformId;
  const usual = [await storesAt(0), await storesAt(1), await storesAt(2)];
  await add({ kind: 'all-on-sale', store });
  await evolve();
  const onSale = await storesAt(1);
  expect(onSale[0]!.products.every(({ onSpecial }) => onSpecial)).toBe(true);
  await add({ kind: 'price-rise', store });
  expect((await send('DELETE', '/control/events')).body).toEqual({ ended: 2 });
  expect((await list()).body.events).toEqual([
    { kind: 'all-on-sale', store, seed: 1, fromPass: 1, untilPass: 2 },
  ]);
  expect(await storesAt(1)).toEqual(onSale);
  await evolve();
  expect(await storesAt()).toEqual(usual[2]);
  expect((await send('DELETE', '/control/events')).body).toEqual({ ended: 0 });
  expect(await storesAt(0)).toEqual(usual[0]);
});

it('a restart goes on with the events', async () => {
  const [first] = await storesAt();
  await add({ kind: 'closing-sale', store: first!.platformId });
  await evolve();
  const before = await storesAt();
  await sandbox.close();
  await open();
  expect(await storesAt()).toEqual(before);
  await sandbox.close();
  await open({ seed: 12 });
  expect((await list()).body.events).toEqual([]);
});

it('a store that moves to another menu answers to its new id and its slug; the old id is that of no store', async () => {
  const [first] = await storesAt();
  await add({ kind: 'new-menu-id', store: first!.cName });
  await evolve();
  const [moved] = await storesAt();
  expect(moved!.slug).toBe(first!.slug);
  expect(await client.menu(first!.platformId, { page: 0 })).toEqual({ products: [], totalCount: 0 });
  const { products, totalCount } = await client.menu(moved!.platformId, { page: 0 });
  expect(totalCount).toBe(moved!.products.length);
  expect(new Set(products.map((product) => product['DispensaryID']))).toEqual(new Set([moved!.platformId]));
  const script = (id: string) => client.get(`${sandbox.info.menuBaseUrl}/api/v2/embedded-menu/${id}.js`);
  expect((await script(first!.platformId)).status).toBe(404);
  expect((await script(moved!.platformId)).status).toBe(200);
});

it('events happen to stores of the other platform too', async () => {
  const rest = (await storesAt()).find(({ platform }) => platform === 'blaze')!;
  await add({ kind: 'new-menu-id', store: rest.platformId });
  await evolve();
  const moved = (await storesAt()).find(({ platform }) => platform === 'blaze')!;
  const ask = (id: string) =>
    client.get(`${sandbox.info.restUrl}/products/?limit=500`, { headers: { 'x-store': id } });
  expect((await ask(rest.platformId)).status).toBe(404);
  const { data } = await (await ask(moved.platformId)).json<{ data: { id: string }[] }>();
  const ids = [...moved.products, ...moved.inactiveProducts].map(({ id }) => id);
  expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

it('refuses what cannot be understood with one error that names what was given and what is accepted', async () => {
  const stores = await storesAt();
  const [both, medical] = ['AZ', 'PA'].map((state) => stores.find((store) => store.state === state)!);
  const cases: [object, RegExp][] = [
    [{ kind: 'fire', store: both!.slug }, /with a kind of closing-sale, .*drops-medical; got .*fire/],
    [{ kind: 'delivery' }, /"store":"…".*got \{"kind":"delivery"\}/],
    [{ kind: 'delivery', store: both!.slug, seed: -1 }, /"seed".*got .*-1/],
    [
      { kind: 'delivery', store: 'nowhere' },
      /by its platformId, slug or cName.*GET \/control\/truth.*got nowhere/,
    ],
    [{ kind: 'new-tax', store: medical!.slug }, /a store that sells recreationally for new-tax; got /],
    [{ kind: 'small-shop-halves', store: both!.slug }, /a store with 2 to 19 products/],
  ];
  for (const [body, message] of cases) {
    const answer = await add(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(message);
  }
  expect((await list()).body.events).toEqual([]);
});

it('refuses events at captured menus, which never change', async () => {
  await sandbox.close();
  const captures = join(folder, 'captures');
  await mkdir(captures);
  const product = {
    _id: 'p1',
    Name: 'Yuzu',
    DispensaryID: 'k3ekt2e7rH5pspyQw',
    Options: ['1g'],
    Prices: [9],
  };
  await writeFile(join(captures, 'north-shop.json'), JSON.stringify([product]));
  await open({ captures, dispensaries: 0, restDispensaries: 0 });
  const answer = await add({ kind: 'delivery', store: 'north-shop' });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/captured menus never change; got north-shop/);
});
