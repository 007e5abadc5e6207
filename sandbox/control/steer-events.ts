import type { SandboxClock } from '../sandbox-clock.ts';
import { isCalled } from '../storefront/find-stores.ts';
import type { Site } from '../storefront/site.ts';
import { EVENT_KINDS, eventKindNamed } from '../world/events/event-kinds.ts';
import type { StoreEvent } from '../world/events/store-events.ts';
import type { Store } from '../world/world.ts';
import { BadControlRequestError, parseEvent } from './control-bodies.ts';

/** The functions that read, add and end events. */
export type EventTools = Pick<SandboxClock, 'events' | 'addEvent' | 'endEvents'>;

/** Returns the response of `GET /control/events`: the kinds of events, and the current and past events. */
export function listEvents({ events }: EventTools): unknown {
  const kinds = EVENT_KINDS.map(({ name, about, frequency, ends, needs }) => ({
    kind: name,
    about,
    frequency,
    ends,
    needs: needs ? `a store ${needs.description}` : null,
  }));
  return { kinds, events: events() };
}

interface EventPosition {
  site: Site;
  events: EventTools;
}

/**
 * Adds an event and returns the response of `POST /control/events`: the event, which begins with the next pass. Refuses an invalid body,
 * a store that does not exist or never changes, and a store to which such an event cannot happen.
 */
export async function addEvent({ site, events }: EventPosition, body: string): Promise<StoreEvent> {
  const { kind, store: name, seed } = parseEvent(body);
  const { stores, restStores } = site.world;
  const store = [...stores, ...restStores].find((candidate) =>
    isCalled(candidate.profileAt(site.pass()), name),
  );
  if (!store) {
    throw new BadControlRequestError(
      `Expected a store by its platformId, slug or cName, as GET /control/truth lists them; got ${name}.`,
    );
  }
  checkStore(store, { kind, pass: site.pass() });
  return events.addEvent({ kind, store: store.platformId, seed });
}

function checkStore(store: Store, { kind, pass }: { kind: string; pass: number }): void {
  const profile = store.profileAt(pass);
  if (store.isCaptured) {
    throw new BadControlRequestError(
      `Expected a generated store, because captured menus never change; got ${profile.slug}.`,
    );
  }
  const { needs } = eventKindNamed(kind);
  if (needs && !needs.isMet({ profile, menu: store.menuAt(pass) })) {
    throw new BadControlRequestError(
      `Expected a store ${needs.description} for ${kind}; got ${profile.slug}.`,
    );
  }
}
