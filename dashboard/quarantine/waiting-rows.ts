import type { PayloadDetail } from '../server/payloads-api.ts';

/** The fields of a payload that waits for a decision. */
export type Waiting = Pick<
  PayloadDetail,
  | 'id'
  | 'dispensary_id'
  | 'dispensary_name'
  | 'fetched_at'
  | 'earlier_waiting'
  | 'suspicion'
  | 'current_payload_id'
  | 'current_payload_fetched_at'
>;

type Earlier = Waiting['earlier_waiting'][number];

/** A row of the list: a menu, and the earlier menus of the store that agree with it. */
export interface WaitingRow {
  payload: PayloadDetail;
  /** Earlier menus that agree with this one and are in no other row, the newest first. */
  again: readonly Earlier[];
}

/**
 * Creates the rows: menus of a store that agree are merged into the row of the newest one, even if the list has not loaded them yet.
 * @param payloads the newest first
 * @param decided payloads that no longer wait, even if the list still has them
 */
export function rowsOf(payloads: readonly PayloadDetail[], decided: ReadonlySet<number>): WaitingRow[] {
  const taken = new Set(decided);
  const rows: WaitingRow[] = [];
  for (const payload of payloads) {
    if (taken.has(payload.id)) continue;
    const again = payload.earlier_waiting.filter(({ id, agrees }) => agrees && !taken.has(id));
    for (const { id } of [payload, ...again]) taken.add(id);
    rows.push({ payload, again });
  }
  return rows;
}

/** Returns the row to continue with after a decision: the next row below, else the last one; undefined: no row is left. */
export function rowAfter(rows: readonly WaitingRow[], decided: Waiting): WaitingRow | undefined {
  return rows.find(({ payload }) => isNewer(decided, payload)) ?? rows.at(-1);
}

/**
 * Returns the earlier menus that agree with one of these payloads and are not among them. @param decided payloads that no longer
 * wait
 */
export function agreeingWith(payloads: readonly Waiting[], decided: ReadonlySet<number>): Waiting[] {
  const known = new Set([...decided, ...payloads.map(({ id }) => id)]);
  return payloads.flatMap((payload) =>
    payload.earlier_waiting.flatMap(({ id, fetched_at, agrees }) => {
      if (!agrees || known.has(id)) return [];
      known.add(id);
      return [{ ...payload, id, fetched_at, earlier_waiting: [], suspicion: null }];
    }),
  );
}

/**
 * Returns the earlier menus that are settled when these menus are confirmed, oldest first. The first confirmed menu that was
 * fetched after an earlier menu settles it: the earlier menu is confirmed if it agrees, else rejected.
 */
export function settledWith(payloads: readonly Waiting[]): { confirmed: number[]; rejected: number[] } {
  const known = new Set(payloads.map(({ id }) => id));
  const settled: Earlier[] = [];
  for (const { earlier_waiting: earlier } of oldestFirst(payloads)) {
    const open = earlier.filter(({ id }) => !known.has(id));
    for (const { id } of open) known.add(id);
    settled.push(...open);
  }
  const idsOf = (agrees: boolean) => settled.filter((one) => one.agrees === agrees).map(({ id }) => id);
  return { confirmed: idsOf(true), rejected: idsOf(false) };
}

/** Sorts menus into the order of decisions: a decision also settles the store's earlier menus, so the oldest comes first. */
export function oldestFirst<Fetched extends Waiting>(payloads: readonly Fetched[]): Fetched[] {
  return payloads.toSorted((one, other) => (isNewer(one, other) ? 1 : -1));
}

function isNewer(one: Waiting, other: Waiting): boolean {
  const gap = Date.parse(one.fetched_at) - Date.parse(other.fetched_at);
  return gap === 0 ? one.id > other.id : gap > 0;
}
