import { EnvironmentError, type Environment } from './environment.ts';

/** Where files are stored, and which pods see them. */
export interface StorageSettings {
  root: string;
  /** The only pod whose workers see the root, and how long to wait for it; null when all pods see it. */
  held: { holder: string; returnSeconds: number } | null;
}

/**
 * Returns where files are stored. Unless all pods share the files, WORKER_ID names their pod: unlike a host name or process id, the
 * WORKER_ID stays the same after a restart, and no other pod has it.
 * @throws EnvironmentError when files are not shared and WORKER_ID is not set
 */
export function storageSettings(
  environment: Pick<Environment, 'STORAGE_ROOT' | 'STORAGE_SHARED' | 'STORAGE_RETURN_SECONDS' | 'WORKER_ID'>,
): StorageSettings {
  const { STORAGE_ROOT: root, STORAGE_RETURN_SECONDS: returnSeconds, WORKER_ID: holder } = environment;
  if (environment.STORAGE_SHARED) return { root, held: null };
  if (holder === undefined) {
    throw new EnvironmentError(
      'STORAGE_SHARED is false and WORKER_ID is not set; set it to the name of the pod whose files are in STORAGE_ROOT, and to the same name after each restart',
    );
  }
  return { root, held: { holder, returnSeconds } };
}
