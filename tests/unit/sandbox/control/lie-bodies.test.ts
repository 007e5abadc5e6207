import { describe, expect, it } from 'vitest';
import { describeKinds, describeActive, parseLie } from '../../../../sandbox/control/lie-bodies.ts';
import { LIE_KINDS } from '../../../../sandbox/lies/lie-kinds.ts';
import { generateRestStores } from '../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const RECIPE = { seed: 1, dispensaries: 2, products: 5, restDispensaries: 1 };
const world = { ...generateWorld(RECIPE), restStores: generateRestStores(RECIPE) };
const [store, restStore] = [world.stores[0]!.platformId, world.restStores[0]!.platformId];
const parse = (body: object, among = world) => parseLie(JSON.stringify(body), among);

describe('the body that asks for a lie', () => {
  it('needs only a kind', () => {
    expect(parse({ kind: 'prices-0' })).toEqual({
      kind: LIE_KINDS.find(({ name }) => name === 'prices-0'),
      seed: 1,
      share: 1,
      store: null,
      proxy: null,
    });
  });

  it.each([{ store }, { store: restStore }, { proxy: '203.0.113.11' }, { share: 0.2 }, { seed: -4 }])(
    'may limit it: %o',
    (limit) => {
      expect(parse({ kind: 'prices-0', ...limit })).toMatchObject(limit);
    },
  );

  it.each([
    [{ kind: 'price-0' }, /^Expected "kind" to be one of .*prices-0.*; got price-0\.$/],
    [{}, /^Expected a body \{"kind":"…".*got \{\} \(kind: /],
    [{ kind: 'prices-0', shares: 1 }, /^Expected a body .*shares/],
    [{ kind: 'prices-0', share: 1.5 }, /"share"\?:0 to 1.*1\.5/],
    [{ kind: 'prices-0', seed: 'x' }, /seed/],
    [{ kind: 'count-zero', share: 0.5 }, /^Expected no "share" with count-zero.*got 0\.5\.$/],
    [
      { kind: 'prices-0', proxy: '10.0.0.1' },
      /^Expected "proxy" to be one of 203\.0\.113\.11, .*got 10\.0\.0\.1\.$/,
    ],
    [
      { kind: 'prices-0', store: 'nowhere' },
      /^Expected "store" to be the platformId of one of .*; got nowhere\.$/,
    ],
    [{ kind: 'till-null', store: restStore }, /one of \d+ dutchie stores, such as /],
    [{ kind: 'variants-empty', store }, /one of 1 blaze stores, such as /],
  ] as const)('is refused with what was given and what is accepted: %o', (body, message) => {
    expect(() => parse(body)).toThrow(message);
  });

  it('is refused when no store could tell the lie', () => {
    expect(() => parse({ kind: 'variants-empty' }, { ...world, restStores: [] })).toThrow(
      /one of 0 blaze stores; got none/,
    );
  });

  it('is refused when it is no JSON', () => {
    expect(() => parseLie('{', world)).toThrow('Expected a JSON body, got {');
  });
});

describe('what is said about lies', () => {
  it('names each kind with its family, harms, platforms and default share', () => {
    const kinds = describeKinds();
    expect(kinds).toHaveLength(LIE_KINDS.length);
    expect(kinds).toContainEqual({
      name: 'till-null',
      family: 'fields emptied',
      about: '`POSMetaData` is null',
      harms: ['stock'],
      platforms: ['dutchie'],
      share: 1,
    });
    expect(kinds).toContainEqual(
      expect.objectContaining({ name: 'count-zero', platforms: ['dutchie', 'blaze'], share: null }),
    );
  });

  it('shows a lie that is told', () => {
    expect(describeActive({ ...parse({ kind: 'prices-0', store }), sincePass: 3 })).toEqual({
      kind: 'prices-0',
      seed: 1,
      share: 1,
      store,
      proxy: null,
      sincePass: 3,
    });
    expect(describeActive({ ...parse({ kind: 'count-zero' }), sincePass: 0 })).toMatchObject({ share: null });
  });
});
