import { hostname } from 'node:os';
import type { Environment } from './environment.ts';

/** Where files are kept, and who sees them. */
export interface StorageSettings {
  root: string;
  /** The pod that alone sees the root, with all its workers, and how long it is waited for; null: all see it. */
  held: { holder: string; returnSeconds: number } | null;
}

/** A pod that comes back must have the same name as before: that of WORKER_ID, or of its host. */
export function storageSettings(
  environment: Pick<Environment, 'STORAGE_ROOT' | 'STORAGE_SHARED' | 'STORAGE_RETURN_SECONDS' | 'WORKER_ID'>,
): StorageSettings {
  const { STORAGE_ROOT: root, STORAGE_SHARED: isShared, STORAGE_RETURN_SECONDS: returnSeconds } = environment;
  return { root, held: isShared ? null : { holder: environment.WORKER_ID ?? hostname(), returnSeconds } };
}
