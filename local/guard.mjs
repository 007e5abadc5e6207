// Ends the servers of a process that died without ending them itself. That process holds the other end of our stdin and
// writes a line for each process group: `+<pgid> <stop signal>` when it starts, `-<pgid>` when it is gone. The end of
// stdin means that our owner is gone, however it went. Plain JavaScript, because type stripping would double its memory.
import { createInterface } from 'node:readline';
import { identifyProcess } from './process-identity.mjs';

const GRACE_MS = 5_000;
const POLL_MS = 50;

/** @type {Map<number, { signal: string, startTime: string | null }>} */
const groups = new Map();

// Only the end of stdin ends the guard: a signal meant for our owner must not leave its servers without one.
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
    // A group of which only uncollected members remain answers for ever, hence the bound.
    if (groups.size === 0 || Date.now() - startedAt > 2 * GRACE_MS) {
      clearInterval(timer);
      process.exit(0);
    }
  }, POLL_MS);
}

/** Returns false when the group is gone, or when its number belongs to another process by now. */
function send(pgid, signal) {
  const known = groups.get(pgid)?.startTime ?? null;
  const current = identifyProcess(pgid).startTime;
  // Without a leader the number is still the group's: the system gives it to nobody while a member lives.
  if (known !== null && current !== null && known !== current) return false;
  try {
    process.kill(-pgid, signal);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
