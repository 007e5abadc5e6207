// Ends the servers of a process that died without ending them. That process holds the other end of our stdin and writes a line
// for each process group: `+<pgid> <stop signal>` when it starts, `-<pgid>` when it has ended. The end of stdin means that our
// owner has ended in any way. Plain JavaScript, because type stripping would double the memory.
import { createInterface } from 'node:readline';
import { identifyProcess } from './process-identity.mjs';

const GRACE_MS = 5_000;
const POLL_MS = 50;

/** @type {Map<number, { signal: string, startTime: string | null }>} */
const groups = new Map();

// Only the end of stdin ends the guard: a signal to our owner must not leave its servers without a guard.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [pgid, signal] = [Number(line.slice(1).split(' ')[0]), line.split(' ')[1]];
  if (line.startsWith('+')) groups.set(pgid, { signal, startTime: identifyProcess(pgid).startTime });
  if (line.startsWith('-')) groups.delete(pgid);
});
lines.on('close', endGroups);

function endGroups() {
  for (const [pgid, { signal }] of [...groups].reverse()) send(pgid, signal);
  const startedAt = Date.now();
  const timer = setInterval(() => {
    for (const pgid of groups.keys()) {
      if (!send(pgid, 0)) groups.delete(pgid);
      else if (Date.now() - startedAt > GRACE_MS) send(pgid, 'SIGKILL');
    }
    // A group that contains only zombies answers signals forever, so limit the wait.
    if (groups.size === 0 || Date.now() - startedAt > 2 * GRACE_MS) {
      clearInterval(timer);
      process.exit(0);
    }
  }, POLL_MS);
}

/** Returns false if the group has ended, or if its number now belongs to another process. */
function send(pgid, signal) {
  const known = groups.get(pgid)?.startTime ?? null;
  const current = identifyProcess(pgid).startTime;
  // Without a leader, the number still belongs to the group: the system does not reuse it while a member lives.
  if (known !== null && current !== null && known !== current) return false;
  try {
    process.kill(-pgid, signal);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
