import type { WaitingRow } from './waiting-rows.ts';

/** Menus of stores of a platform that the same rule doubts first. */
export interface AlikeRows {
  platform: string;
  fault: string;
  /** How many stores they are of. */
  stores: number;
  /** The payloads of the rows. */
  ids: string[];
}

/** So many stores do not change alike by chance: as in the verdict of the overview. */
const ALIKE_MIN = 3;

/** Finds rows that are doubted alike, those of most stores first. */
export function findAlike(rows: readonly WaitingRow[]): AlikeRows[] {
  const groups = Map.groupBy(rows, ({ payload }) => `${payload.platform} ${payload.suspicion?.fault ?? ''}`);
  return [...groups.values()]
    .flatMap((group): AlikeRows[] => {
      const [first] = group;
      const fault = first?.payload.suspicion?.fault;
      if (first === undefined || fault === undefined) return [];
      const stores = new Set(group.map(({ payload }) => payload.dispensary_id)).size;
      const ids = group.map(({ payload }) => String(payload.id));
      return stores < ALIKE_MIN ? [] : [{ platform: first.payload.platform, fault, stores, ids }];
    })
    .toSorted((one, other) => other.stores - one.stores);
}
