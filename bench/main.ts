import { fileURLToPath } from 'node:url';
import { describeMachine } from '../local/describe-machine.ts';
import { StartRefused } from '../scripts/start/refusal.ts';
import { benchApi } from './bench-api.ts';
import { benchBelief } from './bench-belief.ts';
import { benchBrowser } from './bench-browser.ts';
import { benchChains } from './bench-chains.ts';
import { benchCommand } from './bench-command.ts';
import { benchDashboard } from './bench-dashboard.ts';
import { benchFanout } from './bench-fanout.ts';
import { benchFetch } from './bench-fetch.ts';
import { benchImages } from './bench-images.ts';
import { benchImport } from './bench-import.ts';
import { benchIngest } from './bench-ingest.ts';
import { benchJobs } from './bench-jobs.ts';
import { benchLedger } from './bench-ledger.ts';
import { benchNormalize } from './bench-normalize.ts';
import { benchStart } from './bench-start.ts';
import { measurePairs } from './compare-commits.ts';
import { comparePairs, comparisonLines } from './compare-pairs.ts';
import type { Measurement } from './measurement.ts';
import { HELP, readBenchOptions, readCompareOptions, type BenchOptions, type OptionName } from './options.ts';
import { measurementLines, toJson } from './print-measurement.ts';

// `npm run bench -- NAME [options]`: runs one measurement; `compare REF NAME [options]` compares it with that of another commit.
// Never part of the tests: machines are shared and noisy.

interface Bench {
  run: (options: BenchOptions) => Promise<Measurement>;
  takes?: OptionName[];
}

const BENCHES: Record<string, Bench> = {
  start: { run: benchStart },
  command: { run: benchCommand },
  ingest: { run: benchIngest, takes: ['rounds'] },
  normalize: { run: benchNormalize, takes: ['rounds'] },
  browser: { run: benchBrowser },
  fetch: { run: benchFetch, takes: ['rounds'] },
  images: { run: benchImages, takes: ['rounds'] },
  fanout: { run: benchFanout },
  chains: { run: benchChains, takes: ['rounds', 'places', 'menus', 'cluster', 'ours-only', 'profile'] },
  jobs: { run: benchJobs, takes: ['rounds', 'megabytes'] },
  import: { run: benchImport },
  api: { run: benchApi },
  ledger: { run: benchLedger, takes: ['runs'] },
  dashboard: { run: benchDashboard, takes: ['runs', 'products', 'minutes'] },
  belief: { run: benchBelief, takes: ['write'] },
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  const wasInterrupted = error instanceof Error && error.name === 'AbortError';
  if (!(error instanceof StartRefused) && !wasInterrupted) throw error;
  console.error(`bench: ${error.message}`);
  process.exit(wasInterrupted ? 130 : 2);
}

async function main([name = '', ...args]: string[]): Promise<void> {
  if (name === '--help') return console.log(HELP);
  if (name === 'compare') return compare(args);
  const bench = benchNamed(name);
  const { json, ...options } = readBenchOptions(args, bench.takes ?? []);
  const measurement = await bench.run(options);
  console.log([`${name} on ${describeMachine()}`, '', ...measurementLines(measurement)].join('\n'));
  if (json) console.log(JSON.stringify({ bench: name, machine: describeMachine(), ...toJson(measurement) }));
}

function benchNamed(name: string): Bench {
  const bench = BENCHES[name];
  if (bench !== undefined) return bench;
  const names = Object.keys(BENCHES).join(', ');
  throw new StartRefused(
    `got ${JSON.stringify(name)}; it takes one of ${names}, or compare REF and one of these`,
  );
}

async function compare([ref = '', name = '', ...args]: string[]): Promise<void> {
  const { json, pairs, passedOn } = readCompareOptions(args, benchNamed(name).takes ?? []);
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());
  // The process that started us has ended, so nobody waits for the result.
  process.on('disconnect', () => interrupt.abort());
  process.channel?.unref();
  const root = fileURLToPath(new URL('..', import.meta.url));
  const measured = await measurePairs({
    root,
    ref,
    bench: [name, ...passedOn],
    pairs,
    signal: interrupt.signal,
  });
  const comparison = comparePairs(measured);
  const title = `${name}: this checkout (after) and ${ref} (before), ${pairs} pairs on ${describeMachine()}`;
  console.log([title, '', ...comparisonLines(comparison)].join('\n'));
  if (json)
    console.log(JSON.stringify({ bench: name, ref, pairs, machine: describeMachine(), ...comparison }));
}
