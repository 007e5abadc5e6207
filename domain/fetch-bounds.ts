/** After so many refusals, over all attempts, the store is left alone until its next turn. */
export const REFUSALS_MAX = 3;

/** Whatever else goes wrong with a fetch is tried again for so long, counted from the first attempt. */
export const GIVE_UP_AFTER_MS = 2 * 3_600_000;
