import { z } from 'zod';
import { LIE_FAMILIES, LIE_KINDS } from '../lies/lie-kinds.ts';
import { platformsOf } from '../lies/lie-kind.ts';
import type { LieKind } from '../lies/lie-kind.ts';
import type { LieRequest } from '../lies/lies.ts';
import type { ActiveLie } from '../lies/lying-world.ts';
import { PROXY_RULES } from '../proxies/proxy-access.ts';
import type { World } from '../world/world.ts';
import { BadControlRequestError, check, parseJson } from './control-bodies.ts';

const lieSchema = z.strictObject({
  kind: z.string(),
  seed: z.int().optional(),
  share: z.number().min(0).max(1).optional(),
  store: z.string().optional(),
  proxy: z.string().optional(),
});

const SEED_USUAL = 1;
const STORES_NAMED_MAX = 5;

/** Reads the body of `POST /control/lies`. Refuses a kind, a store or a proxy that does not exist. */
export function parseLie(body: string, world: World): LieRequest {
  const accepted = 'a body {"kind":"…","seed"?:…,"share"?:0 to 1,"store"?:"…","proxy"?:"…"}';
  const { kind: name, seed, share, store, proxy } = check(lieSchema, parseJson(body), accepted);
  const kind = LIE_KINDS.find((candidate) => candidate.name === name);
  const refuse = (expected: string, got: string) =>
    new BadControlRequestError(`Expected ${expected}; got ${got}.`);
  if (kind === undefined) {
    throw refuse(`"kind" to be one of ${LIE_KINDS.map((known) => known.name).join(', ')}`, name);
  }
  if (share !== undefined && !('menu' in kind)) {
    throw refuse(`no "share" with ${name}, which is about all products of a page`, String(share));
  }
  const proxies = PROXY_RULES.map((rule) => rule.exitAddress);
  if (proxy !== undefined && !proxies.includes(proxy)) {
    throw refuse(`"proxy" to be one of ${proxies.join(', ')}`, proxy);
  }
  const lie = {
    kind,
    seed: seed ?? SEED_USUAL,
    share: share ?? 1,
    store: store ?? null,
    proxy: proxy ?? null,
  };
  const stores = storesFor(kind, world);
  if (store === undefined ? stores.length === 0 : !stores.includes(store)) {
    throw refuse(
      `"store" to be ${describeStores(kind, stores)}`,
      store ?? 'none, and there is no such store',
    );
  }
  return lie;
}

/** Describes the kinds of lies for `GET /control/lies`. */
export function describeKinds(): object[] {
  return LIE_FAMILIES.flatMap(({ family, kinds }) =>
    kinds.map((kind) => ({
      name: kind.name,
      family,
      about: kind.about,
      harms: kind.harms,
      platforms: platformsOf(kind),
      share: 'menu' in kind ? 1 : null,
    })),
  );
}

/** Describes an active lie for the responses of the control server. */
export function describeActive({ kind, share, ...lie }: ActiveLie): object {
  return { kind: kind.name, ...lie, share: 'menu' in kind ? share : null };
}

function storesFor(kind: LieKind, { stores, restStores }: World): string[] {
  return [
    ...(platformsOf(kind).includes('dutchie') ? stores : []),
    ...(platformsOf(kind).includes('blaze') ? restStores : []),
  ].map((store) => store.platformId);
}

function describeStores(kind: LieKind, stores: readonly string[]): string {
  const platforms = platformsOf(kind).join(' or ');
  const some = stores.slice(0, STORES_NAMED_MAX).join(', ');
  return `the platformId of one of ${stores.length} ${platforms} stores${some && `, such as ${some}`}`;
}
