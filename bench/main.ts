import { StartRefused } from '../scripts/start/refusal.ts';
import { benchApi } from './bench-api.ts';
import { benchBrowser } from './bench-browser.ts';
import { benchChains } from './bench-chains.ts';
import { benchFanout } from './bench-fanout.ts';
import { benchFetch } from './bench-fetch.ts';
import { benchImages } from './bench-images.ts';
import { benchImport } from './bench-import.ts';
import { benchIngest } from './bench-ingest.ts';
import { benchNormalize } from './bench-normalize.ts';
import { benchStart } from './bench-start.ts';
import type { Measurement } from './measurement.ts';
import { readBenchOptions, type BenchOptions, type OptionName } from './options.ts';
import { describeMachine, measurementLines, toJson } from './print-measurement.ts';

// `npm run bench -- NAME [options]`: runs one measurement. Never part of the tests: machines are shared and noisy.

interface Bench {
  run: (options: BenchOptions) => Promise<Measurement>;
  takes?: OptionName[];
}

const BENCHES: Record<string, Bench> = {
  start: { run: benchStart },
  ingest: { run: benchIngest, takes: ['rounds'] },
  normalize: { run: benchNormalize, takes: ['rounds'] },
  browser: { run: benchBrowser },
  fetch: { run: benchFetch, takes: ['rounds'] },
  images: { run: benchImages, takes: ['rounds'] },
  fanout: { run: benchFanout },
  chains: { run: benchChains },
  import: { run: benchImport },
  api: { run: benchApi },
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(`bench: ${error.message}`);
  process.exit(2);
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const bench = BENCHES[name];
  if (bench === undefined)
    throw new StartRefused(`got ${JSON.stringify(name)}; it takes one of ${Object.keys(BENCHES).join(', ')}`);
  const { json, ...options } = readBenchOptions(args, bench.takes ?? []);
  const measurement = await bench.run(options);
  console.log([`${name} on ${describeMachine()}`, '', ...measurementLines(measurement)].join('\n'));
  if (json) console.log(JSON.stringify({ bench: name, machine: describeMachine(), ...toJson(measurement) }));
}
