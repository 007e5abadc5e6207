/**
 * The numbers of Crawlchain's PostgreSQL advisory locks. They are arbitrary, but all versions of Crawlchain must use the same ones.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_201_953,
  /** Held by the process that runs `npm start` and whose sandbox fills the database. */
  sandbox: 7_310_442,
  /** Held exclusively while somebody adds a store by hand, and shared by discoveries, so that the two never add the same store. */
  newDispensaries: 7_388_120,
  /** Held by the one process that follows Temporal's list of workflows. */
  ledger: 7_402_611,
} as const;
