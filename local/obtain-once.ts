import { waitForDataLock } from './data-lock.ts';
import { createProcessGroup, type ProcessGroup } from './process-group.ts';

/** What a download or a build needs. */
export interface ObtainContext {
  env: NodeJS.ProcessEnv;
  cacheDir: string;
  group: ProcessGroup;
  onProgress: (line: string) => void;
}

export interface ObtainOptions {
  /** The name of the result in messages. */
  title: string;
  env: NodeJS.ProcessEnv;
  cacheDir: string;
  /** Runs the work, so that it ends with the group. Default: a group of its own. */
  group?: ProcessGroup | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

/**
 * Finds programs in the cache folder, or downloads or builds them. If several processes call this at once, one works and the
 * others wait.
 */
export async function obtainOnce<Found>(
  { title, group, onProgress = () => {}, ...place }: ObtainOptions,
  find: () => Promise<Found | null>,
  obtain: (context: ObtainContext) => Promise<Found>,
): Promise<Found> {
  const found = await find();
  if (found !== null) return found;
  const lock = await waitForDataLock(place.cacheDir, (pid) =>
    onProgress(`Waiting for process ${pid}, which gets ${title}…`),
  );
  const workGroup = group ?? createProcessGroup();
  try {
    // The process that we waited for may have obtained them.
    return (await find()) ?? (await obtain({ ...place, group: workGroup, onProgress }));
  } finally {
    if (!group) await workGroup.stopAll();
    await lock.release();
  }
}
