import type { FaultOptions } from './options.ts';
import type { RoundResult } from './run-rounds.ts';
import type { ScoreLine } from './scorecard.ts';

/** Makes docs/faults.md from the results of a run. */
export function writeFaultsPage(
  results: readonly RoundResult[],
  {
    faults,
    seed,
    rounds,
    scorecard,
  }: Pick<FaultOptions, 'faults' | 'seed' | 'rounds'> & { scorecard: readonly ScoreLine[] },
): string {
  const abouts = faults.map(({ name, about }) => `- \`${name}\`: ${about}`);
  return `# Faults

\`npm run faults\` brings up PostgreSQL, Temporal, a sandbox, the API and a worker, breaks something in the middle of crawls, and
checks that nothing was lost, done twice or left behind. The harness writes this page: \`npm run faults -- --write\`.

${abouts.join('\n')}

A round crawls every store once. The requests come through the API, each under an \`Idempotency-Key\`, and are repeated until the API
acknowledges them. Some stores are struck: the harness holds a stage of their crawl from outside, at the storefront or with a lock in
the database, strikes while it is under way, and lets it go on. A strike counts when something proves that it hit: another attempt in
the workflow's history, the caller's broken connection, the link's own counts, the clock that a worker reports, the events of a proxy. A
strike that hit nothing fails the round. \`start-kill\` has a world of its own, which \`npm start\` brings up.

The stores, moments, pages and the order of the crawls follow from the seed, the fault and the number of the round alone. A round
that failed is repeated by the command that it prints: \`npm run faults -- --seed 1 --only worker-kill --round 3\`. The menus are those with
which a run begins, where the round that failed may have had later ones.

After each round the storage is swept, the worker and the API end, and everything that is left is compared with what was asked
for and with the sandbox's truth: requests, ledger and Temporal, stages, overlapping runs, payload rows and files, snapshots and
products, stray and unfinished files, counters of proxies, leases, connections, processes.

The exit code is 1 when there is a finding, or when a line of the scorecard is not met. With \`--json\` the last line of standard
output is the scorecard.

## Last run

Seed ${seed}, rounds of each fault: ${rounds}. \`n\` is how many were looked at: strikes, rounds, crawls, snapshots, products, rows,
files or runs. All strikes have to hit; any other line is met when its value is not above its goal. Stray files, which no row
names, count as temporary ones.

${scoreTable(scorecard)}

${roundTable(results)}
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
