import type { GeneratedStore } from '../generated-store.ts';
import { stateOf } from '../product-state.ts';
import type { ProductState } from '../product-state.ts';
import { createRandom } from '../random.ts';
import type { Store } from '../world.ts';
import type { EventKind, EventMoment } from './event-kind.ts';
import { eventKindNamed } from './event-kinds.ts';

/** A change of a store, from one pass until another. */
export interface StoreEvent {
  /** The name of its kind. */
  kind: string;
  /** The store's first id. */
  store: string;
  /** Another seed makes other choices, such as which half of a menu leaves. */
  seed: number;
  fromPass: number;
  /** The first pass without it; null while it lasts. */
  untilPass: number | null;
}

/** Products of events have indexes distinct from those of the store and of its other events. */
const INDEXES_OF_AN_EVENT = 100_000;

/**
 * The store with its events applied. Truth and menu both follow from the changed products.
 * @param events all events of the world, oldest first; later ones change the results of earlier ones
 */
export function withEvents(store: GeneratedStore, events: () => readonly StoreEvent[]): Store {
  const changesAt = (pass: number) => changesOf(store, { events: events(), pass });
  return {
    platformId: store.platformId,
    isCaptured: false,
    profileAt: (pass) =>
      changesAt(pass).reduce(
        (profile, { kind, moment }) => kind.changeProfile?.(profile, moment) ?? profile,
        store.profileAt(pass),
      ),
    menuAt: (pass) => changeMenu(store.statesAt(pass), changesAt(pass)).map((state) => store.entryOf(state)),
  };
}

interface Change {
  kind: EventKind;
  moment: EventMoment;
}

// Products are added first, so that products delivered after a new tax or a move are taxed, and have the new store's id.
function changeMenu(states: ProductState[], changes: readonly Change[]): ProductState[] {
  const range = changes.reduce((menu, { kind, moment }) => kind.changeRange?.(menu, moment) ?? menu, states);
  return changes.reduce((menu, { kind, moment }) => kind.changeMenu?.(menu, moment) ?? menu, range);
}

function changesOf(
  store: GeneratedStore,
  { events, pass }: { events: readonly StoreEvent[]; pass: number },
): Change[] {
  const own = events.filter((event) => event.store === store.platformId);
  return own.flatMap((event, number) =>
    isInForce(event, pass)
      ? [{ kind: eventKindNamed(event.kind), moment: momentOf(store, { event, number, pass }) }]
      : [],
  );
}

function isInForce({ fromPass, untilPass }: StoreEvent, pass: number): boolean {
  return pass >= fromPass && (untilPass === null || pass < untilPass);
}

function momentOf(
  store: GeneratedStore,
  { event, number, pass }: { event: StoreEvent; number: number; pass: number },
): EventMoment {
  const random: EventMoment['random'] = (...about) =>
    createRandom('event', event.kind, event.seed, store.platformId, ...about);
  return {
    age: pass - event.fromPass,
    pass,
    random,
    plans: () => store.plans(),
    newProduct: (product) =>
      stateOf(
        store.planAnother(
          random('new products').whole(0, 2 ** 31),
          (number + 1) * INDEXES_OF_AN_EVENT + product,
        ),
        pass,
      ),
  };
}
