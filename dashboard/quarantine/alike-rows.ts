import type { Suspicion } from './describe-suspicion.ts';
import type { WaitingRow } from './waiting-rows.ts';

/** Menus of stores of a platform that are doubted for the same first, and in the same direction. */
export interface AlikeRows {
  platform: string;
  fault: string;
  direction: Suspicion['direction'];
  /** How many stores they are of. */
  stores: number;
  /** The payloads of the rows. */
  ids: string[];
}

/** So many stores do not change alike by chance: as in the verdict of the overview. */
const ALIKE_MIN = 3;

/** Finds rows that are doubted alike, those of most stores first. */
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

/** Finds the rows that are doubted like a payload. */
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
