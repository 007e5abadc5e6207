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
 * 3. Payloads, products, snapshots and the outcomes of stages are written under the fence of an attempt; a stale fence
 *    changes nothing. What a store's id and a product's picture are does not depend on the attempt that finds out.
 */
export type RunStatus = 'running' | 'completed' | 'unconfirmed' | 'failed' | 'cancelled';

/** Input of the workflow `crawlDispensary`. Only `dispensaryId` is needed. */
export interface CrawlDispensaryInput {
  dispensaryId: number;
  /** Whose menu it is; decides the queue of the fetch. Looked up where it is left out. */
  platform?: PlatformName;
  /** `product_discovery` for a first crawl, else `payload_fetch`, the default. */
  role?: ChainRole;
  /** Higher is more urgent: 0 scheduled, 10 chained, 20 and more urgent. Default 0. */
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
  /** False: a newer payload is in, so only snapshots were written. */
  isNewest: boolean;
}

/** A file that one worker's own disk has. */
export interface HeldFile {
  /** The pod, all of whose workers see the disk: its queue is `files@<holder>`. */
  holder: string;
  /** How long its queue is waited for, before the file counts as out of reach. */
  returnSeconds: number;
}

/** What the fetch stage hands on: ids and counts, never the payload itself. */
export interface FetchedMenu {
  payloadId: number;
  dispensaryName: string;
  stateCode: string | null;
  productCount: number;
  /** Products that the platform says there are and no page held. Absent in results from before it was counted. */
  missing?: number;
  pages: number;
  bytes: number;
  /** Absent: the menu was not doubted, or the fetch was before this was told. */
  confirmed?: ConfirmedDoubt;
  /** Absent where all workers share the storage. */
  held?: HeldFile;
  /** Absent: the platform's id was known. */
  resolved?: ResolvedStore;
}

/** What the fetch stage hands on when the menu is doubted: it is kept as evidence, and the run is closed with it. */
export interface UnconfirmedMenu {
  crawlRunId: number;
  payloadId: number;
  dispensaryName: string;
  stateCode: string | null;
  productCount: number;
  pages: number;
  bytes: number;
  unconfirmed: Doubt & {
    /** How long until it is looked at again, so that time can settle it; null: time settles nothing, and nobody looks. */
    lookAgainAfterMs: number | null;
  };
  /** As in `FetchedMenu`. */
  resolved?: ResolvedStore;
}

/** Why a menu is doubted. */
interface Doubt {
  faults: string[];
  /** In an operator's words. */
  message: string;
  /** Some products that show it. Absent in results from before samples were taken. */
  samples?: Sample[];
}

/** What was doubted about a menu that is believed all the same. */
interface ConfirmedDoubt {
  faults: string[];
  /** What settled it: see `Confirmation`. */
  by: 'refetch' | 'time' | 'person';
}

/** What a chain whose dispensary lacked the platform's id has found on its way. */
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
  /** Products that could not be normalized; the reasons are in the run. */
  skipped: number;
  /** Options that were left out of products that went in. Absent, as the next, in counts from before it was counted. */
  skippedOptions?: number;
  /** Values of products that were of a wrong kind, or beyond belief, and left out. */
  droppedValues?: number;
  added: number;
  /** Products known before that have another id now. Absent in counts from before it was counted. */
  linked?: number;
  /** Products known before and absent from this payload. */
  missed: number;
  /**
   * Why the payload proves nothing about what it lacks, so that nothing counts as missed: it is incomplete, or too many of
   * its products could not be read. Absent where misses count.
   */
  missesOff?: 'incomplete' | 'unreadable';
  /** Products that were marked out of stock because they were missed for the third time. */
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
  /** All zero where `unconfirmed` says that nothing went in. */
  counts: IngestCounts;
  images: ImageCounts | null;
  /** Present when the menu is doubted: nothing went in, and `payloadId` is the suspect payload. */
  unconfirmed?: Doubt & {
    /** ISO 8601: when the store is looked at again, to see whether it shows the same; null: it is not. */
    lookAgainAt: string | null;
  };
  /** As in `FetchedMenu`. */
  confirmed?: ConfirmedDoubt;
  /** Absent: the platform's id was known. */
  resolved?: ResolvedStore;
}
