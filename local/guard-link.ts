import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const GUARD_PATH = fileURLToPath(new URL('guard.mjs', import.meta.url));
const RESPAWNS_MAX = 5;

/** Connects to a small guard process, which ends the watched process groups when we end, even if we are killed. */
export interface GuardLink {
  watch(pgid: number, stopSignal: NodeJS.Signals): void;
  unwatch(pgid: number): void;
}

/** Creates the link. The guard process starts with the first watched group, and exits when our process ends. */
export function createGuardLink(): GuardLink {
  const watched = new Map<number, NodeJS.Signals>();
  let guard: ChildProcess | undefined;
  let respawns = 0;

  function tell(line: string): void {
    if (guard?.stdin?.writable) guard.stdin.write(`${line}\n`);
  }

  function spawnGuard(): void {
    guard = spawn(process.execPath, ['--max-old-space-size=16', '--max-semi-space-size=1', GUARD_PATH], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      // Options for our own Node, such as an inspector, are not meant for the guard.
      env: { ...process.env, NODE_OPTIONS: '' },
      cwd: '/',
    });
    guard.unref();
    (guard.stdin as Socket).unref();
    guard.stdin?.on('error', () => {});
    guard.on('error', respawn);
    guard.on('exit', respawn);
    for (const [pgid, signal] of watched) tell(`+${pgid} ${signal}`);
  }

  function respawn(): void {
    guard = undefined;
    if (watched.size === 0 || respawns >= RESPAWNS_MAX) return;
    respawns += 1;
    spawnGuard();
  }

  return {
    watch(pgid, stopSignal) {
      watched.set(pgid, stopSignal);
      if (guard === undefined) spawnGuard();
      else tell(`+${pgid} ${stopSignal}`);
    },
    unwatch(pgid) {
      watched.delete(pgid);
      tell(`-${pgid}`);
    },
  };
}
