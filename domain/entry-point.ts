import type { PlatformName } from './dispensary.ts';

/** Input of the workflow `resolveEntryPoint`. */
export interface ResolveEntryPointInput {
  dispensaryId: number;
  /** The platform of the store; decides the queue. Looked up if absent. */
  platform?: PlatformName;
  /** Whether to start the first crawl afterwards. Default true. */
  crawl?: boolean;
  /** Priority of that crawl. Default 10. */
  priority?: number;
}

/** The platform's id of a dispensary, which requests for its menu need. */
export interface EntryPoint {
  platformDispensaryId: string;
  /** True if the id was already known, so that no request was needed. */
  wasKnown: boolean;
}

export interface ResolveEntryPointResult extends EntryPoint {
  /** False if no crawl was requested, or one was already running. */
  chainStarted: boolean;
}
