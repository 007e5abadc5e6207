import { fork, type ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Log } from '../observability/log.ts';

/** What a worker is told by the process that started it beside others. */
export interface PodArguments {
  worker: string;
  /** Which of the pod's workers it is, from 0. */
  slot: number;
  /** The process that started them all. */
  podPid: number;
}

interface PodOptions {
  /** The program of a worker. */
  main: string;
  /** What the pod is called; its workers have this with -1, -2 and so on. */
  worker: string;
  count: number;
  /** Has this process listen to what it may be told, and pass it on to all of them. */
  listen: (tellAll: (signal: NodeJS.Signals) => void) => void;
  log: Log;
}

/**
 * Runs several workers beside each other until all have ended. None is started again: where one crashes the others are stopped, and whoever
 * started the pod sees that it failed. One that ends as wished, as when it is decommissioned, leaves the others.
 * @returns 0, or the first other exit code among theirs
 */
export async function runPod({ main, worker, count, listen, log }: PodOptions): Promise<number> {
  const children: ChildProcess[] = [];
  const tell = (signal: NodeJS.Signals): void => children.forEach((child) => void child.kill(signal));
  const wished = new Set<NodeJS.Signals>();
  // Before any of them begins: whoever sees one may tell us to stop.
  listen((signal) => {
    wished.add(signal);
    tell(signal);
  });
  let exitCode = 0;
  const ends = Array.from({ length: count }, async (_, slot) => {
    const name = `${worker}-${slot + 1}`;
    const child = fork(main, podArguments({ worker: name, slot, podPid: process.pid }));
    children.push(child);
    const { code, signal } = await endOf(child);
    // A signal ends a worker that has only just begun and does not listen yet.
    if (code === 0 || (signal !== null && wished.has(signal))) return;
    if (exitCode === 0) log.error({ code }, `${name} ended by itself; stopping the others`);
    exitCode ||= code;
    tell('SIGTERM');
  });
  await Promise.all(ends);
  return exitCode;
}

interface End {
  code: number;
  /** What ended it; null when it ended by itself. */
  signal: NodeJS.Signals | null;
}

/** One that was killed, or could not be started, has crashed. */
function endOf(child: ChildProcess): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>();
  child.on('exit', (code, signal) => resolve({ code: code ?? 1, signal }));
  child.on('error', () => resolve({ code: 1, signal: null }));
  return promise;
}

function podArguments({ worker, slot, podPid }: PodArguments): string[] {
  return ['--worker', worker, '--slot', String(slot), '--pod-pid', String(podPid)];
}

/** What `runPod` gave a worker to know; null when it was started by itself. */
export function readPodArguments(args: string[]): PodArguments | null {
  const { values } = parseArgs({
    args,
    options: { worker: { type: 'string' }, slot: { type: 'string' }, 'pod-pid': { type: 'string' } },
  });
  if (values.worker === undefined) return null;
  return { worker: values.worker, slot: Number(values.slot), podPid: Number(values['pod-pid']) };
}
