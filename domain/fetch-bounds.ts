/** After this many refusals or doubted menus, over all attempts, the fetch ends, and the store is left alone until its next crawl. */
export const REFUSALS_MAX = 3;

/** How long any other failure of a fetch is retried, counted from the first attempt. */
export const GIVE_UP_AFTER_MS = 2 * 3_600_000;
