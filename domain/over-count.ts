/** How many of a store's last menus are used to learn how far its count is usually too high. */
export const OVER_COUNTS_REMEMBERED = 5;

/** The least number of menus to learn from. */
const OVER_COUNTS_MIN = 3;

/**
 * Whether a menu is as complete as this store's menus usually are: its count is too high by no more than it always is. A single
 * complete menu among those remembered shows that the count can be right.
 * @param missing products that the platform counts but that were on no page
 * @param remembered the same of the store's last menus
 */
export function isUsualOverCount(missing: number, remembered: number[]): boolean {
  if (missing === 0) return true;
  return remembered.length >= OVER_COUNTS_MIN && missing <= Math.min(...remembered);
}
