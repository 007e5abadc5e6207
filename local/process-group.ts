import { createGuardLink } from './guard-link.ts';
import { createManagedProcess, type ManagedProcess, type ProcessSpec } from './managed-process.ts';

/** Processes that start and end together. */
export interface ProcessGroup {
  /** Whether processes that find the disk full wait for space. False: they end. */
  readonly waitsForDisk: boolean;
  /** Starts a process. Throws once the group is being stopped. */
  start(spec: ProcessSpec): ManagedProcess;
  /** Stops all processes, last started first, and resolves when none is left. May be called again. */
  stopAll(): Promise<void>;
  /** Kills all processes at once, if somebody does not want to wait. Resolves when none is left. */
  killAll(): Promise<void>;
}

/**
 * Creates an empty group. Its processes end with this process: through `stopAll` if there is time, otherwise through a guard
 * process that notices our end.
 * @param tell receives a line when a process has exited unexpectedly and is restarted
 * @param waitsForDisk whether a process that ended because of a full disk is restarted until there is space, without a limit.
 * Default true.
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

/** Stops adjacent processes with the same tier at the same time, and everything else one after the other. */
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
