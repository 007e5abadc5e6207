import { createProcessGroup } from '../../../local/process-group.ts';
import { lockDataDir } from '../../../local/data-lock.ts';
import { startPostgres } from '../../../local/postgres.ts';
import { findTemporalBinary } from '../../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../../local/temporal-dev-server.ts';

// A process that owns servers, for tests to kill: `node owner.ts <what> <folder>`. Prints one line of JSON when it has started, and runs
// until it is killed.
const [what, dir] = process.argv.slice(2) as [string, string];
const group = createProcessGroup();

async function start(): Promise<object> {
  if (what === 'lock') {
    await lockDataDir(dir);
    return {};
  }
  if (what === 'postgres') {
    const { url, process: server } = await startPostgres({ dataDir: dir, group, durable: false });
    return { url, pids: [server.pid] };
  }
  if (what === 'temporal') {
    const { path: binaryPath } = await findTemporalBinary({ env: process.env });
    const { address, process: server } = await startTemporalDevServer({
      binaryPath,
      dataDir: dir,
      group,
      namespaces: ['crawlchain'],
      searchAttributes: { Role: 'Keyword' },
      dynamicConfig: {},
    });
    return { address, pids: [server.pid] };
  }
  return startShells();
}

/** Starts two shells: one has a child and ends on SIGTERM, the other ignores SIGTERM and must be killed. */
async function startShells(): Promise<object> {
  const pids: number[] = [];
  const scripts = ['sleep 1000 & echo $! $$; wait', "trap '' TERM; echo $$; while :; do sleep 1000; done"];
  for (const [index, script] of scripts.entries()) {
    const lines = Promise.withResolvers<string>();
    const logFile = `${dir}/shell-${index}.log`;
    group.start({
      name: 'shell',
      command: '/bin/sh',
      args: ['-c', script],
      logFile,
      onStdoutLine: lines.resolve,
    });
    pids.push(...(await lines.promise).split(' ').map(Number));
  }
  return { pids };
}

function print(fact: object): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

try {
  print(await start());
} catch (error) {
  print({ error: (error as Error).message });
  process.exit(1);
}
setInterval(() => {}, 1_000_000);
