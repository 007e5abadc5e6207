import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurePart, startDriver, type DriverHome, type Turn } from './chain-rounds.ts';
import type { ChainWorld } from './chain-world.ts';
import { flameGraph } from './flame-graph.ts';
import { median, round, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { stacksOf, sumOf, timeByStage, type CpuProfile, type Stack, type TimeSpan } from './read-profile.ts';
import { print, type ServerHome } from './start-servers.ts';

const ROUNDS = 3;
const ROOT = new URL('../', import.meta.url);
/** The folder for the flame graph and the profiles. */
const RESULTS = fileURLToPath(new URL('.data/bench/', ROOT));

/**
 * Profiles the worker while it runs chains: by stage, and as a flame graph. A profile covers the threads that run JavaScript; the
 * rest of the process's CPU is zlib, sharp, the HTTP client and the core of the Temporal SDK on threads of their own.
 */
export async function profileChains(
  setting: { home: ServerHome; world: ChainWorld; drivers: DriverHome[] },
  { rounds = ROUNDS, places: [places = 8] = [], menus: [menus = 'unchanged'] = [] }: BenchOptions,
): Promise<Measurement> {
  const folder = join(setting.home.folder, 'profiles');
  const [driver] = setting.drivers;
  if (driver === undefined) throw new Error('Expected a driver to profile');
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const worker = await startDriver(setting, driver, { places, nodeOptions });
  const spans: TimeSpan[] = [];
  let turns: Turn[];
  try {
    const measured = await measurePart(setting.world, [worker], {
      places,
      menus,
      rounds,
      onCrawl: (span) => spans.push(span),
    });
    turns = measured.map(({ [driver.name]: turn }) => turn);
  } finally {
    // The worker writes its profiles when it ends.
    await worker.running.stop();
  }
  // The first crawl warms up.
  const stacks = await readStacks(folder, spans.slice(1));
  return report(stacks, turns, setting.world.stores.length * rounds);
}

async function readStacks(folder: string, spans: TimeSpan[]): Promise<Stack[]> {
  await mkdir(RESULTS, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).toSorted();
  const profiles = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      await writeFile(join(RESULTS, `chains-${name.split('.').at(-3) ?? '0'}.cpuprofile`), text);
      return JSON.parse(text) as CpuProfile;
    }),
  );
  return profiles.flatMap((profile) => stacksOf(profile, spans, ROOT.href));
}

async function report(stacks: Stack[], turns: Turn[], chains: number): Promise<Measurement> {
  const graph = join(RESULTS, 'chains.svg');
  const title = `The worker's JavaScript threads over ${chains} chains, ${Math.round(sumOf(stacks))} ms`;
  await writeFile(graph, flameGraph(stacks, title));
  print(`The flame graph is ${graph}; the profiles for other tools are in the same folder.`);
  const figures: Record<string, number> = {};
  const notes: Record<string, string> = {};
  for (const { stage, ms, functions } of timeByStage(stacks)) {
    const label = `${stage}, ms a chain`;
    figures[label] = round(ms / chains);
    notes[label] = functions.map(([name, its]) => `${name} ${round(its / chains, 2)}`).join('; ');
  }
  const cpuMs = median(turns.map(({ workerCpuMs }) => workerCpuMs));
  const onThreadsMs = sumOf(stacks) / chains;
  return {
    figures: {
      'CPU of the worker, ms a chain': round(cpuMs),
      'on threads that run JavaScript, ms a chain': round(onThreadsMs),
      'on other threads, at least, ms a chain': round(Math.max(0, cpuMs - onThreadsMs)),
      ...figures,
    },
    ratios: {},
    notes: {
      'on threads that run JavaScript, ms a chain':
        'elapsed time, which is more than CPU where threads wait for a core',
      'on other threads, at least, ms a chain': 'zlib, sharp, TLS and HTTP, the core of the Temporal SDK',
      ...notes,
    },
  };
}
