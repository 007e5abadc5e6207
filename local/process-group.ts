import { createGuardLink } from './guard-link.ts';
import { createManagedProcess, type ManagedProcess, type ProcessSpec } from './managed-process.ts';

/** Processes that live and end together. */
export interface ProcessGroup {
  /** Whether what finds the disk full waits for space. False: it ends. */
  readonly waitsForDisk: boolean;
  /** Starts a process. Throws once the group is being stopped. */
  start(spec: ProcessSpec): ManagedProcess;
  /** Stops all, the last started first, and resolves when none is left. May be called again. */
  stopAll(): Promise<void>;
  /** Kills all at once, for the person who does not want to wait. Resolves when none is left. */
  killAll(): Promise<void>;
}

/**
 * Makes an empty group. Whatever is started in it ends with this process: through `stopAll` when there is time, else
 * through a guard process that notices our end.
 * @param tell given a line when a process has ended by itself and is started again
 * @param waitsForDisk whether a process that a full disk has ended is started again until there is space, however often
 *   that takes. Default true.
 */
export function createProcessGroup({
  tell = () => undefined,
  waitsForDisk = true,
}: { tell?: (line: string) => void; waitsForDisk?: boolean } = {}): ProcessGroup {
  const guard = createGuardLink();
  const processes: { process: ManagedProcess; tier: string | undefined }[] = [];
  let stopping: Promise<void> | undefined;

  return {
    waitsForDisk,
    start(spec) {
      if (stopping) throw new Error(`Cannot start ${spec.name}: its process group is being stopped.`);
      const managed = createManagedProcess(spec, { guard, tell, waitsForDisk });
      processes.push({ process: managed, tier: spec.tier });
      return managed;
    },
    stopAll() {
      stopping ??= stopInReverse(processes);
      return stopping;
    },
    async killAll() {
      stopping ??= Promise.resolve();
      await Promise.all(processes.map(({ process }) => process.kill()));
    },
  };
}

/** Processes started in a row with the same tier stop at the same time; everything else one after the other. */
async function stopInReverse(
  processes: { process: ManagedProcess; tier: string | undefined }[],
): Promise<void> {
  const waiting = processes.slice();
  while (waiting.length > 0) {
    const last = waiting.pop()!;
    const together = [last.process];
    while (last.tier !== undefined && waiting.at(-1)?.tier === last.tier)
      together.push(waiting.pop()!.process);
    await Promise.all(together.map((process) => process.stop()));
  }
}
