import type { GeneratedStore } from '../generated-store.ts';
import { generateWorld } from '../generate-world.ts';
import { createRandom } from '../random.ts';
import type { Random } from '../random.ts';
import type { StoreProfile } from '../store-profile.ts';
import type { MenuEntry } from '../world.ts';
import { EVENT_KINDS, eventKindNamed } from './event-kinds.ts';
import type { EventKind } from './event-kind.ts';
import { withEvents } from './store-events.ts';
import type { StoreEvent } from './store-events.ts';

/** A store in one pass. */
interface PassMenu {
  pass: number;
  profile: StoreProfile;
  entries: MenuEntry[];
}

/** The step of a store from one pass to the next, without lies. If the store moves to a new id, `after` has the menu of the new id. */
export interface HonestTransition {
  before: PassMenu;
  after: PassMenu;
  /**
   * The kinds of events that begin with this step, that end with it, and that continue over it. Some kinds change the menu later: a
   * restock shows in the second step of its event.
   */
  begun: string[];
  ended: string[];
  lasting: string[];
}

const STEPS_OF_A_STORE = 8;
const STORES_OF_A_WORLD = 12;
/** The share of steps with an event; the other steps have everyday changes. */
const EVENT_SHARE = 0.5;
const SMALL_SHOP_SHARE = 0.1;
const ORDINARY_WEIGHT = 10;
const RARE_WEIGHT = 1;

/**
 * Yields `count` honest steps of stores, in sequences of up to eight steps of one store. In a sequence, the `after` of a step is the
 * `before` of the next. Menus have 20 to 400 products, small menus more often; one store in ten is a shop with fewer products. In half of
 * the steps an event begins or ends; ordinary kinds are ten times as frequent as rare ones.
 */
export function* honestTransitions({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Generator<HonestTransition, void, undefined> {
  for (let first = 0; first < count; first += STEPS_OF_A_STORE) {
    const random = createRandom(seed, 'honest transitions', first);
    yield* stepsOf(drawStore(random), { random, count: Math.min(STEPS_OF_A_STORE, count - first) });
  }
}

function drawStore(random: Random): GeneratedStore {
  const isSmallShop = random.chance(SMALL_SHOP_SHARE);
  const size = isSmallShop ? random.whole(6, 14) : Math.round(27 * (320 / 27) ** random.next());
  const { stores } = generateWorld({
    seed: random.whole(0, 2 ** 31),
    dispensaries: STORES_OF_A_WORLD,
    products: size,
  });
  // Leaves out the first store, whose menu is two and a half times as large, and the stores after the twelfth, which are test shops.
  return random.pick(stores.slice(1, STORES_OF_A_WORLD));
}

function* stepsOf(
  generated: GeneratedStore,
  { random, count }: { random: Random; count: number },
): Generator<HonestTransition, void, undefined> {
  const events: StoreEvent[] = [];
  const store = withEvents(generated, () => events);
  const first = random.whole(0, 40);
  const menuAt = (pass: number): PassMenu => ({
    pass,
    profile: store.profileAt(pass),
    entries: store.menuAt(pass),
  });
  let before = menuAt(first);
  for (let pass = first + 1; pass <= first + count; pass += 1) {
    changeEvents(events, { random, before, store: store.platformId });
    const after = menuAt(pass);
    yield {
      before,
      after,
      begun: kindsOf(events, ({ fromPass }) => fromPass === pass),
      ended: kindsOf(events, ({ untilPass }) => untilPass === pass),
      lasting: kindsOf(
        events,
        ({ fromPass, untilPass }) => fromPass < pass && (untilPass === null || untilPass > pass),
      ),
    };
    before = after;
  }
}

function kindsOf(events: readonly StoreEvent[], isMeant: (event: StoreEvent) => boolean): string[] {
  return events.filter(isMeant).map(({ kind }) => kind);
}

function changeEvents(
  events: StoreEvent[],
  { random, before, store }: { random: Random; before: PassMenu; store: string },
): void {
  if (!random.chance(EVENT_SHARE)) return;
  const pass = before.pass + 1;
  const open = events.filter(({ untilPass }) => untilPass === null);
  const passing = open.filter(({ kind }) => eventKindNamed(kind).ends);
  if (passing.length > 0 && random.chance(0.5)) {
    random.pick(passing).untilPass = pass;
    return;
  }
  const kinds = EVENT_KINDS.filter(
    ({ name, needs }) =>
      open.every(({ kind }) => kind !== name) &&
      (needs?.isMet({ profile: before.profile, menu: before.entries }) ?? true),
  );
  events.push({
    kind: pickByWeight(random, kinds).name,
    store,
    seed: random.whole(0, 2 ** 31),
    fromPass: pass,
    untilPass: null,
  });
}

function pickByWeight(random: Random, kinds: readonly EventKind[]): EventKind {
  const weightOf = ({ frequency }: EventKind) => (frequency === 'ordinary' ? ORDINARY_WEIGHT : RARE_WEIGHT);
  let left = random.next() * kinds.reduce((sum, kind) => sum + weightOf(kind), 0);
  const found = kinds.find((kind) => (left -= weightOf(kind)) < 0);
  if (!found) throw new Error('Expected at least one kind of event that a store can have.');
  return found;
}
