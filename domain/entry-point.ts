import type { PlatformName } from './dispensary.ts';

/** Input of the workflow `resolveEntryPoint`. */
export interface ResolveEntryPointInput {
  dispensaryId: number;
  /** Whose store it is, and so whose queue asks. Looked up where it is left out. */
  platform?: PlatformName;
  /** Starts the first crawl afterwards. Default true. */
  crawl?: boolean;
  /** Priority of that crawl. Default 10. */
  priority?: number;
}

/** The platform's id of a dispensary, which its menu is asked for by. */
export interface EntryPoint {
  platformDispensaryId: string;
  /** True: it was there already, and nobody was asked. */
  wasKnown: boolean;
}

export interface ResolveEntryPointResult extends EntryPoint {
  /** False: no crawl was wished, or one was running already. */
  chainStarted: boolean;
}
