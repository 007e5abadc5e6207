import type { Suspicion } from './describe-suspicion.ts';
import type { WaitingRow } from './waiting-rows.ts';

/** Menus of one platform with the same main fault in the same direction. */
export interface AlikeRows {
  platform: string;
  fault: string;
  direction: Suspicion['direction'];
  /** The number of distinct stores. */
  stores: number;
  /** The payload ids of the menus. */
  ids: string[];
}

/**
 * The least number of stores in a group: so many stores do not change alike by chance. The overview's verdict uses the same
 * number.
 */
const ALIKE_MIN = 3;

/** Groups rows with the same fault; groups with the most stores come first. */
export function findAlike(rows: readonly WaitingRow[]): AlikeRows[] {
  const groups = Map.groupBy(rows, ({ payload: { platform, suspicion } }) =>
    [platform, suspicion?.fault, suspicion?.direction].join(' '),
  );
  return [...groups.values()]
    .flatMap((group): AlikeRows[] => {
      const [first] = group;
      const suspicion = first?.payload.suspicion;
      if (first === undefined || !suspicion) return [];
      const { fault, direction } = suspicion;
      const stores = new Set(group.map(({ payload }) => payload.dispensary_id)).size;
      const ids = group.map(({ payload }) => String(payload.id));
      const { platform } = first.payload;
      return stores < ALIKE_MIN ? [] : [{ platform, fault, direction, stores, ids }];
    })
    .toSorted((one, other) => other.stores - one.stores);
}

/** Finds the group whose platform, fault and direction a payload has. */
export function alikeOf(
  alike: readonly AlikeRows[],
  { platform, suspicion }: WaitingRow['payload'],
): AlikeRows | undefined {
  return alike.find(
    (group) =>
      group.platform === platform &&
      group.fault === suspicion?.fault &&
      group.direction === suspicion.direction,
  );
}
