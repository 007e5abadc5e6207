import { relative } from 'node:path';
import { readEnvironment } from '../config/environment.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { readClusterOptions, type ClusterOptions } from './cluster/options.ts';
import { startCluster, type RunningCluster } from './cluster/start-cluster.ts';
import { createProgress, eraseTick } from './start/progress.ts';
import { refuse, StartRefused } from './start/refusal.ts';
import { runProgram, type Stop } from './start/run-program.ts';
import { withoutPassword } from './start/summary.ts';

// `npm run cluster`: starts a real Temporal cluster with workers, and keeps them running until Ctrl-C.

const startedAtMs = performance.now();
const progress = createProgress(process.stderr);
const group = createProcessGroup({ tell: progress });

await runProgram(group, main, (error) => (error as Error).message);

async function main(stop: Stop): Promise<void> {
  const options = readClusterOptions(process.argv.slice(2));
  if (options.help !== null) {
    process.stdout.write(options.help);
    await stop(0);
  }
  const environment = await refuse(() => readEnvironment());
  if (environment.TEMPORAL_ADDRESS !== undefined)
    throw new StartRefused(
      `TEMPORAL_ADDRESS is ${environment.TEMPORAL_ADDRESS}, and this command runs a server of its own. Unset it, or run workers for that server with \`npm run worker\`.`,
    );
  const cluster = await startCluster({ environment, options, group, progress });
  process.stderr.write(eraseTick(process.stderr));
  printStanding(cluster, options);
  await cluster.failure;
}

function printStanding(cluster: RunningCluster, { dataDir, workers }: ClusterOptions): void {
  const rows: [string, string][] = [
    ['Temporal', cluster.temporalAddress],
    ['Namespace', cluster.namespace],
    ['PostgreSQL', withoutPassword(cluster.databaseUrl)],
    ...(cluster.sandbox === null ? [] : [['Sandbox', cluster.sandbox.controlUrl] as [string, string]]),
    ['Logs', `${relative(process.cwd(), dataDir) || '.'}/logs`],
  ];
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  process.stdout.write(`
${rows.map(([name, value]) => `  ${name.padEnd(18)}${value}`).join('\n')}

Everything is up after ${seconds} s, with ${workers === 1 ? 'one worker' : `${workers} workers`}. In another terminal:

  export TEMPORAL_ADDRESS=${cluster.temporalAddress} TEMPORAL_NAMESPACE=${cluster.namespace}
  temporal schedule list
  temporal schedule trigger --overlap-policy Skip --schedule-id ID
  temporal workflow list

Ctrl-C stops everything; the next start goes on from here.
`);
}
