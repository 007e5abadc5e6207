/** So many of a store's last menus tell what its count usually says too much. */
export const OVER_COUNTS_REMEMBERED = 5;

/** Of fewer menus nothing is learned. */
const OVER_COUNTS_MIN = 3;

/**
 * Whether a menu is as complete as this store's menus ever are: its count says no more too much than the count always
 * does. One complete menu among those remembered shows that the count can be right.
 * @param missing products that the platform counts and no page had
 * @param remembered the same of the store's last menus
 */
export function isUsualOverCount(missing: number, remembered: number[]): boolean {
  if (missing === 0) return true;
  return remembered.length >= OVER_COUNTS_MIN && missing <= Math.min(...remembered);
}
