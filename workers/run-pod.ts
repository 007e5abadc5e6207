import { fork, type ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Log } from '../observability/log.ts';
import { OUTGROWN, REFUSED } from './exit-codes.ts';

/** What the pod's parent process passes to a worker. */
export interface PodArguments {
  worker: string;
  /** The worker's index in the pod, from 0. */
  slot: number;
  /** The process that started all workers of the pod. */
  podPid: number;
}

interface PodOptions {
  /** The worker program. */
  main: string;
  /** The name of the pod; its workers are named after it with -1, -2 and so on. */
  worker: string;
  count: number;
  /** Registers the handler that forwards signals to all workers. */
  listen: (signalAll: (signal: NodeJS.Signals) => void) => void;
  log: Log;
}

/**
 * Runs several workers until all have ended. Restarts only one whose memory has grown: if one crashes, the others are stopped, and whoever
 * started the pod sees the failure. If one ends as requested, for example by decommissioning, the others continue.
 * @returns 0, or the first non-zero exit code
 */
export async function runPod({ main, worker, count, listen, log }: PodOptions): Promise<number> {
  const children: ChildProcess[] = [];
  const tell = (signal: NodeJS.Signals): void => children.forEach((child) => void child.kill(signal));
  const wished = new Set<NodeJS.Signals>();
  // Listen before any worker begins: whoever sees one may tell us to stop.
  listen((signal) => {
    wished.add(signal);
    tell(signal);
  });
  let exitCode = 0;
  const run = async (slot: number): Promise<void> => {
    const name = `${worker}-${slot + 1}`;
    const child = fork(main, podArguments({ worker: name, slot, podPid: process.pid }));
    children.push(child);
    const { code, signal } = await endOf(child);
    children.splice(children.indexOf(child), 1);
    if (code === OUTGROWN && exitCode === 0) return wished.size === 0 ? run(slot) : undefined;
    // The signal ends a worker that has only just begun and does not listen yet.
    if (code === 0 || (signal !== null && wished.has(signal))) return;
    if (exitCode === 0)
      log[code === REFUSED ? 'warn' : 'error']({ code }, `${name} ended by itself; stopping the others`);
    exitCode ||= code;
    tell('SIGTERM');
  };
  await Promise.all(Array.from({ length: count }, (_, slot) => run(slot)));
  return exitCode;
}

interface End {
  code: number;
  /** The signal that ended it; null if it exited by itself. */
  signal: NodeJS.Signals | null;
}

/** Waits for the end of a worker. One that was killed or could not be started counts as crashed. */
function endOf(child: ChildProcess): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>();
  child.on('exit', (code, signal) => resolve({ code: code ?? 1, signal }));
  child.on('error', () => resolve({ code: 1, signal: null }));
  return promise;
}

function podArguments({ worker, slot, podPid }: PodArguments): string[] {
  return ['--worker', worker, '--slot', String(slot), '--pod-pid', String(podPid)];
}

/** Reads the arguments that `runPod` passed; null if the worker was started directly. */
export function readPodArguments(args: string[]): PodArguments | null {
  const { values } = parseArgs({
    args,
    options: { worker: { type: 'string' }, slot: { type: 'string' }, 'pod-pid': { type: 'string' } },
  });
  if (values.worker === undefined) return null;
  return { worker: values.worker, slot: Number(values.slot), podPid: Number(values['pod-pid']) };
}
