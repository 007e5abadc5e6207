import { spawn } from 'node:child_process';

/**
 * Reads the process group to guard, then waits for the end of the input, which comes whenever our process dies. Then kills the group
 * and removes its folder. Written for the shell, which is available everywhere and takes 1 MB where Node takes 40. Retries the
 * removal, because a process that is being killed may still write.
 */
const SCRIPT = `
trap '' INT TERM HUP
read -r group
cat > /dev/null
if [ -n "$group" ]; then kill -KILL "-$group" 2> /dev/null; fi
for attempt in 1 2 3 4 5; do
  rm -rf -- "$1" 2> /dev/null && [ ! -e "$1" ] && exit 0
  sleep 1
done
`;

/** Kills a process group that outlives our process. */
export interface ProcessGuard {
  /** Names the group to kill. Must be called in the same event loop turn in which its first process is spawned. */
  watch(group: number): void;
  /** Stops the guard, once the group and its folder are gone. */
  dismiss(): void;
}

/** Starts the guard of one process group. Call it before the group starts, so that the group is always guarded. */
export function startProcessGuard(folder: string): ProcessGuard {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'crawlchain-guard', folder], {
    // In its own process group: a Ctrl-C for our group must not stop the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  });
  shell.unref();
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  return {
    watch: (group) => void shell.stdin.write(`${group}\n`),
    dismiss() {
      if (shell.pid === undefined || shell.exitCode !== null) return;
      try {
        // Kills the whole group, because the shell waits for a child.
        process.kill(-shell.pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    },
  };
}
