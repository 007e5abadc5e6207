import type { GuardLink } from './guard-link.ts';
import {
  endLeftovers,
  launch,
  sendSignal,
  type BareExit,
  type Launched,
  type LaunchSpec,
} from './launch-process.ts';
import { readLogTail } from './log-file.ts';
import { planRestart, type RestartBound, type RestartPlan } from './restart-plan.ts';

const GRACE_MS_DEFAULT = 10_000;
/** A process that has run for this long has worked; its next exit counts as a new outage. */
const WORKED_AFTER_MS = 10_000;

export interface ProcessSpec extends LaunchSpec {
  /** Used in messages. */
  name: string;
  /** The signal that asks the process to end. Default SIGTERM. */
  stopSignal?: NodeJS.Signals | undefined;
  /** Milliseconds until a process that does not end is killed. Default 10 s. */
  graceMs?: number | undefined;
  /** Limits restarts after unexpected exits. Default: no restart. */
  restart?: RestartBound | undefined;
  /** Ends children that have left the process group. Awaited after each exit, before the next start; never rejects. */
  endStrays?: (() => Promise<unknown>) | undefined;
  /** Adjacent processes with the same tier are stopped at the same time. */
  tier?: string | undefined;
  /** Called with the process id at each start. */
  onStart?: ((pid: number) => void) | undefined;
  /** Called at each exit, also before a restart. */
  onExit?: ((exit: ProcessExit) => void) | undefined;
}

interface ProcessExit extends BareExit {
  /** True if `stop` or `kill` requested it. */
  expected: boolean;
  willRestart: boolean;
}

export interface ManagedProcess {
  readonly name: string;
  /** The current process's id; changes with a restart. Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended without another restart. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** The last lines that the current process wrote. */
  logTail(): string;
  /** Asks the process to end, and kills it after the grace period. Resolves when it and its children have ended. */
  stop(): Promise<ProcessExit>;
  /** Kills the process and its children immediately. */
  kill(): Promise<ProcessExit>;
}

/**
 * Runs one process in a process group of its own.
 *
 *     running ──► waiting   onExit: it exited unexpectedly, and planRestart allows a restart
 *        ▲───────────┘      launchNext, after the delay that planRestart chose
 *        │──────► ended     onExit: it exited unexpectedly, and no restart is left; or after stop()
 *     waiting ──► ended     stop() came before the restart
 *
 * Invariants:
 * 1. The guard watches a process group from its start until its last member has ended.
 * 2. Nothing is started once `ending` is true.
 */
export function createManagedProcess(spec: ProcessSpec, tools: ProcessTools): ManagedProcess {
  const life: Life = {
    spec,
    tools,
    exitTimesMs: [],
    waitsFor: null,
    ending: false,
    ended: Promise.withResolvers(),
  };
  follow(life, launch(spec));
  return {
    name: spec.name,
    get pid() {
      return life.current?.pid;
    },
    exited: life.ended.promise,
    logTail: () => readLogTail(spec.logFile, life.current?.logStartByte),
    stop: () => end(life, stopSignalOf(spec)),
    kill: () => end(life, 'SIGKILL'),
  };
}

interface ProcessTools {
  guard: GuardLink;
  /** Receives a line when the process has exited unexpectedly and is restarted. */
  tell: (line: string) => void;
  /** Whether a process that ended because of a full disk is restarted until there is space. */
  waitsForDisk: boolean;
}

interface Life {
  spec: ProcessSpec;
  tools: ProcessTools;
  current?: Launched;
  /** The times of its unexpected exits, within the window of its restart bound. */
  exitTimesMs: number[];
  /** What its last restart waited for; null if that restart was counted, or there was none. */
  waitsFor: string | null;
  /** Set while it waits for its next start. */
  restartTimer?: NodeJS.Timeout | undefined;
  lastExit?: ProcessExit;
  ending: boolean;
  ended: PromiseWithResolvers<ProcessExit>;
}

function stopSignalOf(spec: ProcessSpec): NodeJS.Signals {
  return spec.stopSignal ?? 'SIGTERM';
}

/** Restarts the process. An error here counts as another exit, since no caller would see it. */
function launchNext(life: Life): void {
  life.restartTimer = undefined;
  let launched: Launched;
  try {
    launched = launch(life.spec);
  } catch (error) {
    delete life.current;
    void afterExit(life, { code: null, signal: null, error: error as Error });
    return;
  }
  follow(life, launched);
}

function follow(life: Life, launched: Launched): void {
  const { spec, tools } = life;
  life.current = launched;
  if (launched.pid !== undefined) {
    tools.guard.watch(launched.pid, stopSignalOf(spec));
    spec.onStart?.(launched.pid);
  }
  void launched.exit.then((exit) => afterExit(life, exit));
}

async function afterExit(life: Life, exit: BareExit): Promise<void> {
  const { spec, tools, ended } = life;
  const pid = life.current?.pid;
  if (pid !== undefined) {
    await endLeftovers(pid);
    await spec.endStrays?.();
    tools.guard.unwatch(pid);
  }
  const plan = life.ending ? null : planNext(life, exit);
  const lastExit = { ...exit, expected: life.ending, willRestart: plan !== null };
  life.lastExit = lastExit;
  // Set the timer before the callback, which may call `stop`.
  if (plan !== null) {
    life.restartTimer = setTimeout(() => launchNext(life), plan.delayMs);
    reportRestart(life, { plan, exit });
  }
  spec.onExit?.(lastExit);
  if (plan === null) ended.resolve(lastExit);
}

/**
 * Plans the restart after an exit; null: no restart. A program that cannot be started the first time is a mistake; later, it may
 * be missing for a moment.
 */
function planNext(life: Life, { code, error }: BareExit): RestartPlan | null {
  const { spec, tools, exitTimesMs, lastExit } = life;
  if (error && !lastExit) return null;
  const logTail = error?.message ?? readLogTail(spec.logFile, life.current?.logStartByte);
  return planRestart(spec.restart, {
    code,
    isFirst: lastExit === undefined,
    ranMs: life.current?.ranMs ?? 0,
    logFile: spec.logFile,
    logTail,
    exitTimesMs,
    waitsForDisk: tools.waitsForDisk,
  });
}

/** Reports restarts with the same cause only once per outage. */
function reportRestart(life: Life, { plan, exit }: { plan: RestartPlan; exit: BareExit }): void {
  const { spec, tools, current } = life;
  const hasWorked = current !== undefined && current.ranMs > WORKED_AFTER_MS;
  const waitsFor = hasWorked ? null : life.waitsFor;
  life.waitsFor = plan.waitsFor;
  if (plan.waitsFor !== null && plan.waitsFor === waitsFor) return;
  const how = exit.error?.message ?? exit.signal ?? `exit code ${exit.code}`;
  const when = plan.waitsFor === null ? '' : ` as soon as ${plan.waitsFor}`;
  tools.tell(
    `The process of ${spec.name} ended (${how}) and is started again${when}; its log is ${spec.logFile}`,
  );
}

function end(life: Life, signal: NodeJS.Signals): Promise<ProcessExit> {
  const { current, ended, lastExit, restartTimer, spec } = life;
  life.ending = true;
  if (restartTimer && lastExit) {
    clearTimeout(restartTimer);
    ended.resolve({ ...lastExit, expected: true, willRestart: false });
  }
  if (current?.pid !== undefined && current.running) {
    const { pid } = current;
    // Signal only the leader: a server signals its own children in the order it needs.
    sendSignal(signal === 'SIGKILL' ? -pid : pid, signal);
    const timer = setTimeout(() => sendSignal(-pid, 'SIGKILL'), spec.graceMs ?? GRACE_MS_DEFAULT);
    void ended.promise.then(() => clearTimeout(timer));
  }
  return ended.promise;
}
