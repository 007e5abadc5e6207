import type { ChangedField } from './compare-fields.ts';
import type { RenamedField } from './find-renamed.ts';

/** Describes the evidence for a renaming in a sentence. */
export function describeRenamed({ by, compared, alike, before, after }: RenamedField): string {
  const shares = `${inPercent(before)} of the products had the old name, ${inPercent(after)} have the new one`;
  const values =
    alike === null ? '' : `; ${inPercent(alike)} of the values of ${countProducts(compared)} are the same`;
  switch (by) {
    case 'values':
      return `${shares}${values}.`;
    case 'name':
      return `${shares}${values}; the names are alike, and the values are too few to tell.`;
    case 'only_one':
      return `${shares}${values}; it is the only candidate; the values alone prove nothing.`;
    default:
      return by satisfies never;
  }
}

/** Describes the shares of products with a vanished or appeared field, before and now. */
export function describeShares({ before, after, isNull, inside }: ChangedField): string {
  const within = inside === 0 ? '' : `, with ${inside} ${inside === 1 ? 'field' : 'fields'} inside of it`;
  const empty = isNull ? (after < before ? ' (it is null)' : ' (it was null)') : '';
  return `in ${inPercent(before)} of the products before, in ${inPercent(after)} now${empty}${within}`;
}

/** Rounds a share to whole percent. Only all is 100 %, and only none is 0 %. */
function inPercent(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 100 && share < 1) return '99 %';
  if (percent === 0 && share > 0) return '1 %';
  return `${percent} %`;
}

function countProducts(count: number): string {
  return count === 1 ? '1 product' : `${count} products`;
}
