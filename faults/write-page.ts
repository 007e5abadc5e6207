import type { FaultOptions } from './options.ts';
import type { RoundResult } from './run-rounds.ts';
import type { ScoreLine } from './scorecard.ts';

interface Run extends Pick<FaultOptions, 'faults' | 'seed' | 'rounds'> {
  scorecard: readonly ScoreLine[];
  /** When the run ended. */
  at: Date;
  machine: string;
}

/** Generates faults/README.md from the results of a run. */
export function writeFaultsPage(results: readonly RoundResult[], run: Run): string {
  return `${aboutFaults(run.faults)}
## Last run

Seed ${run.seed}, ${run.rounds} ${run.rounds === 1 ? 'round' : 'rounds'} of each fault, ${run.at.toISOString().slice(0, 10)}, ${run.machine}. \`n\` is the number of items
checked: strikes, rounds, crawls, snapshots, products, rows, files or runs; for the writes of stale attempts, the attempts that were taken
over while their worker was frozen. All strikes have to hit; any other line is met when its value is not above its goal. Stray files,
which no row names, count as temporary ones.

${scoreTable(run.scorecard)}

${roundTable(results)}
`;
}

/** Returns the part of the page that does not depend on the results. */
export function aboutFaults(faults: FaultOptions['faults']): string {
  const abouts = faults.map(({ name, about }) => `- \`${name}\`: ${about}`);
  return `# Faults

\`npm run faults\` brings up PostgreSQL, Temporal, a sandbox, the API and a worker, breaks something in the middle of crawls, and
checks that nothing was lost, done twice or left behind. The harness writes this page: \`npm run faults -- --write\`.

${abouts.join('\n')}

In a round every store is crawled once, and beside each crawl runs a job of five seconds, which continues from its last step. The requests come through the
API, each under an \`Idempotency-Key\`, and are repeated until the API acknowledges them. The harness strikes some of the stores: it pauses a stage of their crawl at
the storefront or with a database lock, injects the fault, and releases the stage. A strike counts when there is proof that it hit: another attempt in the
workflow's history, the caller's broken connection, the link's own counts, the clock that a worker reports, the events of a proxy. A strike without effect fails the
round. \`start-kill\` runs against a stack of its own, which \`npm start\` brings up.

What the harness does not do: a server that was killed comes back when the first attempt has failed, so the times until work goes on are those after a short
outage; after a longer one they include the back-off, which grows to one minute for ingest and pictures and to five for a fetch. A false clock is that of the
JavaScript in the worker or the API. The disk that fills up is that of the storage, not of PostgreSQL. Pictures need no fence, as every attempt writes
the same file, so they are not among the writes of stale attempts. Workers give up on a statement after five seconds in the link faults.

The stores, moments, pages and the order of the crawls depend only on the seed, the fault and the number of the round. A round
that failed is repeated by the command that it prints: \`npm run faults -- --seed 1 --only worker-kill --round 3\`. It starts with the first
menus; the failed round may have run with later ones.

After each round the storage is swept, the worker and the API end, and everything that is left is compared with what was asked
for and with the sandbox's truth: requests of crawls and jobs, each run of the ledger and of Temporal with its end, stages, overlapping runs, payload rows and files,
snapshots and products, stray and unfinished files, counters of proxies, leases, connections, processes.

The exit code is 1 when there is a finding, or when a line of the scorecard is not met. A fault that cannot be run counts as one that failed:
The faults that fill a disk need root on Linux, to mount a small one. With \`--json\` the last line of standard output is the scorecard.
`;
}

function scoreTable(scorecard: readonly ScoreLine[]): string {
  const rows = scorecard.map(({ line, n, value, goal, ok }) => [
    line,
    ...[n, value, goal].map(String),
    ok ? 'yes' : 'no',
  ]);
  return table(['line', 'n', 'value', 'goal', 'met'], rows);
}

function roundTable(results: readonly RoundResult[]): string {
  const head = ['fault', 'round', 'moments', 'strikes', 'hits', 'findings', 'seconds'];
  const rows = results.map(({ fault, round, moments, strikes, hits, findings, seconds }) => [
    `\`${fault}\``,
    String(round),
    Object.entries(moments)
      .map(([moment, count]) => `${count} × ${moment}`)
      .join(', '),
    ...[strikes, hits, findings.length, seconds].map(String),
  ]);
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
