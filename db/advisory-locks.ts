/**
 * Numbers of the advisory locks that sessions of ours hold. Any two numbers will do, as long as all versions of Crawlchain
 * use the same.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_201_953,
  /** Held by the start whose sandbox fills the database. */
  sandbox: 7_310_442,
  /** Held alone by who adds a store by hand, and shared by discoveries: else both could add it. */
  newDispensaries: 7_388_120,
  /** Held by the one process that follows Temporal's list of workflows. */
  ledger: 7_402_611,
} as const;
