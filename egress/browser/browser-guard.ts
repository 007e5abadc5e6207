import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, which comes when our process dies, however it dies; then ends the browser's group and
 * removes its folder. In the shell's own language: it is there everywhere, and takes a megabyte where Node takes forty.
 * The removal is tried again, for a process that is being killed may still write.
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

/** Ends a browser that outlives our process. */
export interface BrowserGuard {
  /** Names the group to end. Must be called in the same turn in which the browser is spawned. */
  watch(group: number): void;
  /** Sends the guard away, once the browser and its folder are gone. */
  dismiss(): void;
}

/** Starts the guard of one browser, before the browser itself, so that no moment is unguarded. */
export function startBrowserGuard(folder: string): BrowserGuard {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'crawlchain-browser-guard', folder], {
    // A group of its own: a Ctrl-C for our group must not take the guard away.
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
        // The whole group: the shell waits for a child.
        process.kill(-shell.pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    },
  };
}
