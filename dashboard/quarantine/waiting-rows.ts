import type { PayloadDetail } from '../server/payloads-api.ts';

/** What is known of a payload that is to be decided. */
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

/** A row of the list: a menu of a store, and how often it was seen before. */
export interface WaitingRow {
  payload: PayloadDetail;
  /** Menus that saw the same before and are in no other row, the newest first. */
  again: readonly Earlier[];
}

/**
 * Puts menus of a store that agree into one row, that of the newest. A menu may be in it before its own page is loaded.
 * @param payloads the newest first
 * @param decided payloads that no longer wait, though the list may still have them
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

/** The row to go on with after a payload was decided: the one below it, else the last; undefined: there is none. */
export function rowAfter(rows: readonly WaitingRow[], decided: Waiting): WaitingRow | undefined {
  return rows.find(({ payload }) => isNewer(decided, payload)) ?? rows.at(-1);
}

/** Earlier menus that saw the same as some of these, and are none of these. @param decided those that no longer wait */
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

/** What confirming menus, the oldest first, decides with them: each earlier one by the first that was fetched after it. */
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

/** The order in which menus are decided: with one, those of its store that were fetched before it are. */
export function oldestFirst<Fetched extends Waiting>(payloads: readonly Fetched[]): Fetched[] {
  return payloads.toSorted((one, other) => (isNewer(one, other) ? 1 : -1));
}

function isNewer(one: Waiting, other: Waiting): boolean {
  const gap = Date.parse(one.fetched_at) - Date.parse(other.fetched_at);
  return gap === 0 ? one.id > other.id : gap > 0;
}
