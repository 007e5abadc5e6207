import type { EventKind } from './event-kind.ts';
import { LICENCE_EVENTS } from './licence-events.ts';
import { NAME_EVENTS } from './name-events.ts';
import { PRICE_EVENTS } from './price-events.ts';
import { RANGE_EVENTS } from './range-events.ts';
import { STOCK_EVENTS } from './stock-events.ts';
import { TILL_EVENTS } from './till-events.ts';

/** All kinds of events, in the order of the documentation. */
export const EVENT_KINDS: readonly EventKind[] = [
  ...PRICE_EVENTS,
  ...STOCK_EVENTS,
  ...RANGE_EVENTS,
  ...TILL_EVENTS,
  ...NAME_EVENTS,
  ...LICENCE_EVENTS,
];

const KINDS_BY_NAME = new Map(EVENT_KINDS.map((kind) => [kind.name, kind]));

/** Returns the kind with this name. Throws when there is none. */
export function eventKindNamed(name: string): EventKind {
  const kind = KINDS_BY_NAME.get(name);
  if (kind) return kind;
  throw new Error(`Expected one of ${[...KINDS_BY_NAME.keys()].join(', ')}; got ${name}.`);
}
