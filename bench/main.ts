import { cpus, totalmem } from 'node:os';
import { benchIngest } from './bench-ingest.ts';
import { benchNormalize } from './bench-normalize.ts';
import { benchApi } from './bench-api.ts';
import { benchBrowser } from './bench-browser.ts';
import { benchChains } from './bench-chains.ts';
import { benchFanout } from './bench-fanout.ts';
import { benchFetch } from './bench-fetch.ts';
import { benchImages } from './bench-images.ts';
import { benchImport } from './bench-import.ts';
import { benchStart } from './bench-start.ts';
import type { Measurement } from './measurement.ts';

// `npm run bench -- NAME [--json]`: runs one measurement. Never part of the tests: machines are shared and noisy.

const BENCHES: Record<string, () => Promise<Measurement>> = {
  start: benchStart,
  ingest: benchIngest,
  normalize: benchNormalize,
  browser: benchBrowser,
  fetch: benchFetch,
  images: benchImages,
  fanout: benchFanout,
  chains: benchChains,
  import: benchImport,
  api: benchApi,
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = BENCHES[name];
const unknown = flags.filter((flag) => flag !== '--json');
if (bench === undefined || unknown.length > 0) {
  const given = unknown.length > 0 ? `the option ${unknown.join(' ')}` : JSON.stringify(name);
  console.error(`bench: got ${given}; it takes one of ${Object.keys(BENCHES).join(', ')}, and --json`);
  process.exit(2);
}

const { figures, ratios } = await bench();
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(`${name} on ${machine}\n`);
for (const [label, value] of [...Object.entries(figures), ...Object.entries(ratios)]) {
  const parts = typeof value === 'number' ? [['', value] as const] : Object.entries(value);
  for (const [part, number] of parts) console.log(`  ${`${label} ${part}`.padEnd(42)}${number}`);
}
if (flags.includes('--json')) console.log(JSON.stringify({ bench: name, machine, figures, ratios }));
