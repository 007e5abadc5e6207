/** How many of a store's last menus are used to learn by how much the platform's count is usually too high. */
export const OVER_COUNTS_REMEMBERED = 5;

/** With fewer remembered menus, no number of missing products counts as usual. */
const OVER_COUNTS_MIN = 3;

/**
 * Whether a menu is as complete as this store's menus always are: it lacks no more products than any of the remembered menus. A
 * single complete menu among these shows that the platform's count can be right.
 * @param missing number of products that the platform counts but that were on no page
 * @param remembered this number for each of the store's last menus
 */
export function isUsualOverCount(missing: number, remembered: number[]): boolean {
  if (missing === 0) return true;
  return remembered.length >= OVER_COUNTS_MIN && missing <= Math.min(...remembered);
}
