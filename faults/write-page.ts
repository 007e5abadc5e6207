import type { FaultOptions } from './options.ts';
import type { RoundResult } from './run-rounds.ts';

/** Makes docs/faults.md from the results of a run. */
export function writeFaultsPage(
  results: readonly RoundResult[],
  { faults, seed, rounds }: Pick<FaultOptions, 'faults' | 'seed' | 'rounds'>,
): string {
  const abouts = faults.map(({ name, about }) => `- \`${name}\`: ${about}`);
  return `# Faults

\`npm run faults\` brings up PostgreSQL, Temporal, a sandbox, the API and a worker, breaks one of them in the middle of crawls, and
checks that nothing was lost, done twice or left behind. The harness writes this page: \`npm run faults -- --write\`.

${abouts.join('\n')}

A round crawls every store once. The requests come through the API, each under an \`Idempotency-Key\`, and are repeated until the API
acknowledges them. Some stores are struck, each at a moment that the seed chooses: the harness holds that stage from outside, at
the storefront or with a lock in the database, strikes while it is under way, and lets it go on. A strike counts when the
workflow's history, or the broken connection of the caller, proves that it hit; a strike that hit nothing fails the round.

After each round the storage is swept, the worker and the API end, and everything that is left is compared with what was asked
for and with the sandbox's truth: requests, ledger and Temporal, stages, overlapping runs, payload rows and files, snapshots and
products, stray and unfinished files, counters of proxies, leases, connections, processes.

## Last run

Seed ${seed}, rounds of each fault: ${rounds}.

${table(results)}
`;
}

function table(results: readonly RoundResult[]): string {
  const head = ['fault', 'round', 'moments', 'strikes', 'hits', 'findings', 'seconds'];
  const rows = results.map(({ fault, round, moments, strikes, hits, findings, seconds }) => [
    `\`${fault}\``,
    String(round),
    Object.entries(moments)
      .map(([moment, count]) => `${count} × ${moment}`)
      .join(', '),
    ...[strikes, hits, findings.length, seconds].map(String),
  ]);
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
