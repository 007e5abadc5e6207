import type { Sample } from './belief/suspicion.ts';
import type { PlatformName } from './dispensary.ts';
import type { ChainRole } from './role.ts';

/**
 * One run of a chain, a row of `crawl_runs`.
 *
 *     running ──► completed     by the last stage, or closeRun when only the images gave up
 *        │──────► unconfirmed   by the fetch stage, when its menu is doubted
 *        │──────► failed        closeRun when a stage gave up; the store's next task when the workflow was terminated
 *        └──────► cancelled     closeRun when a person cancelled the workflow
 *
 * Invariants:
 * 1. A dispensary has at most one running run: the one that has its row in `store_locks`, or is taking it.
 * 2. A closed run never changes again.
 * 3. Payloads, products, snapshots and the outcomes of stages are written under the fence of an attempt; a stale fence changes
 * nothing. A store's id and a product's image are the same whichever attempt finds them.
 */
export type RunStatus = 'running' | 'completed' | 'unconfirmed' | 'failed' | 'cancelled';

/** Input of the workflow `crawlDispensary`. Only `dispensaryId` is needed. */
export interface CrawlDispensaryInput {
  dispensaryId: number;
  /** The platform of the menu; decides the queue of the fetch. Looked up if absent. */
  platform?: PlatformName;
  /** `product_discovery` for a first crawl, otherwise `payload_fetch`, the default. */
  role?: ChainRole;
  /** Higher is more urgent: 0 for scheduled work, 10 for work that other work starts, 20 and above for urgent work. Default 0. */
  priority?: number;
  /** False skips the images. Default true. */
  images?: boolean;
}

/** Input of the workflow `refreshFromPayload`. */
export interface RefreshFromPayloadInput {
  payloadId: number;
}

export interface RefreshFromPayloadResult {
  counts: IngestCounts;
  /** False: a newer payload was already ingested, so only snapshots were written. */
  isNewest: boolean;
}

/** A file on the disk of a single pod. */
export interface HeldFile {
  /** The pod; all its workers can read the disk. Its queue is `files@<holder>`. */
  holder: string;
  /** How long to wait for a worker of that queue before the file counts as out of reach. */
  returnSeconds: number;
}

/** The result of the fetch stage: ids and counts, never the payload itself. */
export interface FetchedMenu {
  payloadId: number;
  dispensaryName: string;
  stateCode: string | null;
  productCount: number;
  /** Products that the platform counts but that were on no page. Absent in results of earlier versions. */
  missing?: number;
  pages: number;
  bytes: number;
  /** Absent if the menu was not doubted, or in results of earlier versions. */
  confirmed?: ConfirmedDoubt;
  /** Absent where all workers share the storage. */
  held?: HeldFile;
  /** Absent if the known platform id was used. */
  resolved?: ResolvedStore;
}

/** The result of the fetch stage for a doubted menu, which is kept as evidence. The run is closed with it. */
export interface UnconfirmedMenu {
  crawlRunId: number;
  payloadId: number;
  dispensaryName: string;
  stateCode: string | null;
  productCount: number;
  pages: number;
  bytes: number;
  unconfirmed: Doubt & {
    /** How long until the extra look that may settle the doubt; null if no extra look would help, so that none is scheduled. */
    lookAgainAfterMs: number | null;
  };
  /** As in `FetchedMenu`. */
  resolved?: ResolvedStore;
}

/** Why a menu is doubted. */
interface Doubt {
  faults: string[];
  /** For operators. */
  message: string;
  /** Products that show the doubt. Absent in results of earlier versions. */
  samples?: Sample[];
}

/** The doubt about a menu that was confirmed. */
interface ConfirmedDoubt {
  faults: string[];
  /** What settled the doubt: see `Confirmation`. */
  by: 'refetch' | 'time' | 'person';
}

/** The platform id that a chain looked up because its dispensary had none, or because the store had moved to another menu. */
interface ResolvedStore {
  role: 'entry_point_discovery';
  platformDispensaryId: string;
}

/** Counts of one ingest. */
export interface IngestCounts {
  /** Products in the payload that became rows. */
  products: number;
  inStock: number;
  outOfStock: number;
  /** Products that could not be normalized; the run has the reasons. */
  skipped: number;
  /** Options dropped from ingested products. Absent, like the next field, in counts of earlier versions. */
  skippedOptions?: number;
  /** Dropped values of products: of a wrong type, or implausible. */
  droppedValues?: number;
  added: number;
  /** Known products whose id has changed. Absent in counts of earlier versions. */
  linked?: number;
  /** Known products that are absent from this payload. */
  missed: number;
  /**
   * Why the payload proves nothing about absent products, so that none counts as missed: it is incomplete, or too many of its
   * products are unreadable. Absent when misses count.
   */
  missesOff?: 'incomplete' | 'unreadable';
  /** Products marked out of stock because they were missed for the third time. */
  markedOutOfStock: number;
  snapshots: number;
}

export interface ImageCounts {
  downloaded: number;
  failed: number;
}

/** Result of the workflow `crawlDispensary`. */
export interface CrawlDispensaryResult {
  crawlRunId: number;
  payloadId: number;
  /** All zero when `unconfirmed` is present. */
  counts: IngestCounts;
  images: ImageCounts | null;
  /** Present when the menu is doubted: nothing was ingested, and `payloadId` is the suspect payload. */
  unconfirmed?: Doubt & {
    /** ISO 8601: when the next look at the store is due; null if none is scheduled. */
    lookAgainAt: string | null;
  };
  /** As in `FetchedMenu`. */
  confirmed?: ConfirmedDoubt;
  /** Absent if the known platform id was used. */
  resolved?: ResolvedStore;
}
