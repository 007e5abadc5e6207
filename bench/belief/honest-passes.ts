import { confirmMenu } from '../../domain/belief/confirm-menu.ts';
import { judgeMenu } from '../../domain/belief/judge-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { EarlierProduct, KnownMenu, RememberedMenu } from '../../domain/belief/known-menu.ts';
import { generateRestStores } from '../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../sandbox/world/generate-world.ts';
import { honestTransitions, type HonestTransition } from '../../sandbox/world/events/honest-transitions.ts';
import type { MenuEntry } from '../../sandbox/world/world.ts';
import { rememberMenu } from './remember-menu.ts';
import { readMenu, seeMenu, type SeenMenu } from './see-menu.ts';

/** The judgement of an honest menu. */
export interface HonestStep {
  /** The events that began, ended or continued in the store; empty on an ordinary day. */
  events: string[];
  suspicion: Suspicion | null;
  /** Whether the confirmation half an hour later accepts the menu; null when the menu was accepted at once. */
  isConfirmed: boolean | null;
  /** What the menu was judged against, and the menu itself. */
  known: KnownMenu;
  now: SeenMenu;
}

const HALF_AN_HOUR_MS = 1_800_000;

/** The known state of a store between two honest menus. */
interface Memory {
  shelf: SeenMenu;
  recent: RememberedMenu[];
  /** The number of menus so far. */
  menus: number;
  /** The products of the menus before the last one, newest first. */
  earlier: EarlierProduct[][];
  /** Pages of earlier menus that the last one lacks. */
  older: Set<string>;
}

/** Judges steps of Dutchie stores. In half of the steps, an event changes much of the menu. */
export function* judgeTransitions(seed: number, count: number): Generator<HonestStep> {
  let memory: Memory | null = null;
  let last: HonestTransition | null = null;
  for (const step of honestTransitions({ seed, count })) {
    if (memory === null || last?.after !== step.before) memory = begin(readMenu(step.before.entries));
    last = step;
    const events = [...step.begun, ...step.ended, ...step.lasting];
    const now = readMenu(step.after.entries);
    const judged = judge(memory, now);
    yield { events, ...judged };
    memory = remember(memory, now, { isConfirmed: judged.isConfirmed === true });
  }
}

const QUIET_PASSES = 9;

/** Judges steps of stores of both platforms with only everyday changes: sales, a few prices, a few new products. */
export async function* judgeQuietDays(seed: number, worlds: number): AsyncGenerator<HonestStep> {
  for (let world = 0; world < worlds; world += 1) {
    const products = Math.round(20 * 20 ** ((world % 10) / 10));
    for (const platform of ['dutchie', 'blaze'] as const) {
      const drawn = { seed: seed + world, products };
      const stores =
        platform === 'dutchie'
          ? generateWorld({ ...drawn, dispensaries: 4 }).stores.slice(0, 4)
          : generateRestStores({ ...drawn, restDispensaries: 4 });
      for (const store of stores) {
        let memory = begin(await see(store.menuAt(3), platform));
        for (let pass = 4; pass < 4 + QUIET_PASSES; pass += 1) {
          const now = await see(store.menuAt(pass), platform);
          const judged = judge(memory, now);
          yield { events: [], ...judged };
          memory = remember(memory, now, { isConfirmed: judged.isConfirmed === true });
        }
      }
    }
  }
}

async function see(
  entries: readonly MenuEntry[],
  platform: 'dutchie' | 'blaze' = 'dutchie',
): Promise<SeenMenu> {
  const menu = await seeMenu(platform, entries);
  if (typeof menu === 'string') throw new Error(`An honest menu is refused: ${menu}`);
  return menu;
}

function begin(menu: SeenMenu): Memory {
  return {
    shelf: menu,
    recent: [rememberMenu(menu, { shelf: [] })],
    menus: 1,
    earlier: [],
    older: new Set(),
  };
}

const REMEMBERED = 6;

function remember(memory: Memory, now: SeenMenu, { isConfirmed }: { isConfirmed: boolean }): Memory {
  const { shelf, recent, menus, earlier, older } = memory;
  const pages = new Set([...older, ...shelf.pageHashes]);
  for (const page of now.pageHashes) pages.delete(page);
  const last = shelf.products.map(({ providerProductId, quantity, options }) => ({
    payloadId: menus,
    providerProductId,
    quantity,
    options,
  }));
  return {
    shelf: now,
    // A store's history starts again at a menu that was doubted and confirmed.
    recent: [rememberMenu(now, { shelf: shelf.products, isConfirmed }), ...(isConfirmed ? [] : recent)].slice(
      0,
      REMEMBERED,
    ),
    menus: menus + 1,
    earlier: [last, ...earlier].slice(0, REMEMBERED - 1),
    older: pages,
  };
}

function judge({ shelf, recent, earlier, older }: Memory, now: SeenMenu): Omit<HonestStep, 'events'> {
  const known: KnownMenu = {
    shelf: shelf.products,
    recent,
    earlier: earlier.flat(),
    recentMissing: [0, 0, 0, 0, 0],
  };
  const look = (menu: SeenMenu) =>
    judgeMenu({
      known,
      fetched: menu,
      ofOtherStores: { count: 0, first: [] },
      twin: null,
      stale: menu.pageHashes.some((hash) => older.has(hash)) ? { payloadId: 1, dispensaryId: 1 } : null,
    });
  const suspicion = look(now);
  if (suspicion === null) return { suspicion, isConfirmed: null, known, now };
  // Half an hour later, a few of its products have sold.
  const later = look(sellSome(now));
  const where = { exitAddress: '203.0.113.1', proxyOwner: 'one' };
  const confirmation =
    later === null ||
    confirmMenu(
      { ...where, fetchedAt: new Date(HALF_AN_HOUR_MS), suspicion: later },
      [{ ...where, id: 1, fetchedAt: new Date(0), suspicion }],
      HALF_AN_HOUR_MS,
    );
  return { suspicion, isConfirmed: confirmation !== null, known, now };
}

const SELLS = 30;

function sellSome(menu: SeenMenu): SeenMenu {
  const products = menu.products.map((product, place) =>
    place % SELLS === 0 && product.quantity !== null && product.quantity > 1
      ? { ...product, quantity: product.quantity - 1 }
      : product,
  );
  return { ...menu, products };
}
