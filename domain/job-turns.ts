/** A job that has a turn of its platform and account, or waits for one. */
export interface TurnEntry {
  /** The job. */
  id: string;
  /** Null: only the limit of the platform applies. */
  account: string | null;
  /** 1 is the most urgent. */
  priority: number;
  /** When the job was requested. */
  requestedAt: Date;
  hasTurn: boolean;
}

/**
 * Decides which jobs of a platform get a turn: at most one of each account at a time, and `limit` of all together. The most urgent
 * come first, among equals the oldest. A job that has to wait for its account does not hold others back.
 * @param limit null: there is none
 * @returns the ids of those that get one now
 */
export function chooseNext(entries: readonly TurnEntry[], limit: number | null): string[] {
  const holders = entries.filter(({ hasTurn }) => hasTurn);
  const busy = new Set(holders.flatMap(({ account }) => account ?? []));
  let free = (limit ?? Infinity) - holders.length;
  const granted: string[] = [];
  for (const { id, account } of entries.filter(({ hasTurn }) => !hasTurn).toSorted(compareUrgency)) {
    if (free <= 0) break;
    if (account !== null && busy.has(account)) continue;
    if (account !== null) busy.add(account);
    free -= 1;
    granted.push(id);
  }
  return granted;
}

function compareUrgency(one: TurnEntry, other: TurnEntry): number {
  const byUrgency = one.priority - other.priority || one.requestedAt.getTime() - other.requestedAt.getTime();
  return byUrgency || (one.id < other.id ? -1 : 1);
}

/** What a job waits for that has no turn: the job that holds its account, its platform's limit, or else to be given a free turn. */
export interface TurnWait {
  /** Empty: the job has none. */
  platform: string;
  account: string | null;
  /** The job that has the turn of the account; null: none has. */
  holder: string | null;
  /** Whether any job of the platform has a turn. */
  isPlatformBusy: boolean;
}

/** Describes what a job waits for that has no turn, for operators. */
export function describeTurnWait({ platform, account, holder, isPlatformBusy }: TurnWait): string {
  if (holder !== null) return `the end of the job ${holder} of the same account`;
  // The job that had the turn was deleted: this one takes it at its next check.
  if (account !== null && !(platform !== '' && isPlatformBusy)) return `its turn for the account ${account}`;
  return `the end of another job of the platform ${platform} (JOBS_PER_PLATFORM)`;
}
