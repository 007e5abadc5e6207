/**
 * Numbers of the advisory locks that sessions of ours hold. Any two numbers will do, as long as all versions of Crawlchain
 * use the same.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_201_953,
  /** Held by the start whose sandbox fills the database. */
  sandbox: 7_310_442,
} as const;
