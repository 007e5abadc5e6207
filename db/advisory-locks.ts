/**
 * The numbers of our sessions' advisory locks. The numbers are arbitrary, but all versions of Crawlchain must use the same ones.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_201_953,
  /** Held by the start whose sandbox fills the database. */
  sandbox: 7_310_442,
  /** Held exclusively while somebody adds a store by hand, and shared by discoveries, so that they do not both add it. */
  newDispensaries: 7_388_120,
  /** Held by the one process that follows Temporal's list of workflows. */
  ledger: 7_402_611,
} as const;
