import type { GeneratedStore } from '../generated-store.ts';
import { stateOf } from '../product-state.ts';
import type { ProductState } from '../product-state.ts';
import { createRandom } from '../random.ts';
import type { Store } from '../world.ts';
import type { EventKind, EventMoment } from './event-kind.ts';
import { eventKindNamed } from './event-kinds.ts';

/** A change of a store that lasts from one pass until another. */
export interface StoreEvent {
  /** The name of its kind. */
  kind: string;
  /** The store's first id. */
  store: string;
  /** The seed of the event's random choices, such as which half of a menu leaves. */
  seed: number;
  fromPass: number;
  /** The first pass in which the event is over; null while it lasts. */
  untilPass: number | null;
}

/**
 * The number of product indexes of an event. Products of an event have indexes of their own, which the store and its other events do not
 * use.
 */
const INDEXES_OF_AN_EVENT = 100_000;

/**
 * Returns the store with its events applied. Its truth and its menu both follow from the changed products.
 * @param events returns all events of the world, oldest first; later events change the results of earlier ones
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

// Applies changes of the range first, so that newly delivered products also get the new tax, or the new store's id after a move.
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
