import { EnvironmentError, type Environment } from './environment.ts';

/** Where files are kept, and who sees them. */
export interface StorageSettings {
  root: string;
  /** The pod that alone sees the root, with all its workers, and how long it is waited for; null: all see it. */
  held: { holder: string; returnSeconds: number } | null;
}

/**
 * A pod that comes back must have the same name as before, and no other pod may have it: only WORKER_ID is both.
 * @throws EnvironmentError when files are not shared and nothing says whose they are
 */
export function storageSettings(
  environment: Pick<Environment, 'STORAGE_ROOT' | 'STORAGE_SHARED' | 'STORAGE_RETURN_SECONDS' | 'WORKER_ID'>,
): StorageSettings {
  const { STORAGE_ROOT: root, STORAGE_RETURN_SECONDS: returnSeconds, WORKER_ID: holder } = environment;
  if (environment.STORAGE_SHARED) return { root, held: null };
  if (holder === undefined) {
    throw new EnvironmentError(
      'STORAGE_SHARED is false and WORKER_ID is not set; it takes the name of the pod whose files are in STORAGE_ROOT, the same one after each restart',
    );
  }
  return { root, held: { holder, returnSeconds } };
}
