import type { DriverName, Part, Turn } from './chain-rounds.ts';
import { median, quantile, round, spreadOf, type Measurement } from './measurement.ts';
import { mostAtOnce, type ChainHistory } from './read-chain-history.ts';
import type { Rounds } from './take-turns.ts';

/** The compared drivers: ours, the other, the ratio's name, and what the other leaves out. */
const RATIOS: { name: string; ours: DriverName; other: DriverName; note: string }[] = [
  {
    name: 'vsGraphileWorker',
    ours: 'temporal',
    other: 'graphile-worker',
    note: 'graphile-worker keeps no history, heartbeats or timeouts of a stage, and shares the database of the chains',
  },
  { name: 'vsLoop', ours: 'temporal', other: 'loop', note: 'the loop keeps nothing and retries nothing' },
  {
    name: 'clusterVsGraphileWorker',
    ours: 'cluster',
    other: 'graphile-worker',
    note: 'as vsGraphileWorker, on the real server',
  },
  { name: 'clusterVsLoop', ours: 'cluster', other: 'loop', note: 'as vsLoop, on the real server' },
  {
    name: 'clusterVsDevServer',
    ours: 'cluster',
    other: 'temporal',
    note: 'the same worker; the development server keeps its state in SQLite, the real one in the same PostgreSQL as the chains',
  },
];

/** Returns the figures and ratios of one part. Labels name the part, unless it is the usual one. */
export function reportPart(rounds: Rounds<DriverName, Turn>, part: Part): Measurement {
  const names = Object.keys(rounds[0] ?? {}) as DriverName[];
  const isUsual = part.places === 8 && part.menus === 'unchanged';
  const prefix = isUsual ? '' : `${part.places} places, ${part.menus} menus: `;
  const labelled = <Value>(entries: (readonly [string, Value])[]): Record<string, Value> =>
    Object.fromEntries(entries.map(([label, value]) => [`${prefix}${label}`, value]));
  const ratios = RATIOS.filter(({ ours, other }) => names.includes(ours) && names.includes(other));
  return {
    figures: {
      [`${prefix}rounds`]: rounds.length,
      ...labelled(
        names.flatMap((name) =>
          figuresOf(
            name,
            rounds.map((turns) => turns[name]),
          ),
        ),
      ),
    },
    ratios: labelled(
      ratios.map(({ name, ours, other }) => {
        const versus = rounds.map((turns) => turns[ours].chainsPerMin / turns[other].chainsPerMin);
        return [name, spreadOf(versus, 2)] as const;
      }),
    ),
    notes: labelled(
      ratios.map(({ name, ours, other, note }) => {
        const cpu = [ours, other].map((driver) =>
          describeCpu(
            driver,
            rounds.map((turns) => turns[driver]),
          ),
        );
        return [name, `${note}; CPU a chain: ${cpu.join('; ')}`] as const;
      }),
    ),
  };
}

function figuresOf(name: DriverName, turns: Turn[]) {
  const spread = (key: keyof Turn, digits: number) =>
    spreadOf(
      turns.map((turn) => turn[key]),
      digits,
    );
  // The development server's figure has no prefix: it was named before there was a second server.
  const serverLabel = name === 'temporal' ? '' : `${name}, `;
  const server = [[`${serverLabel}CPU a chain, Temporal server, ms`, spread('temporalCpuMs', 0)] as const];
  return [
    [`${name}, chains a minute`, spread('chainsPerMin', 1)] as const,
    [`${name}, CPU a chain, worker, ms`, spread('workerCpuMs', 0)] as const,
    [`${name}, CPU a chain, PostgreSQL, ms`, spread('postgresCpuMs', 0)] as const,
    ...(name === 'temporal' || name === 'cluster' ? server : []),
    [`${name}, CPU a chain, all, ms`, spread('allCpuMs', 0)] as const,
  ];
}

function describeCpu(name: DriverName, turns: Turn[]): string {
  const middle = (key: keyof Turn): number => round(median(turns.map((turn) => turn[key])), 0);
  const server = name === 'temporal' || name === 'cluster' ? `, Temporal ${middle('temporalCpuMs')}` : '';
  const parts = `worker ${middle('workerCpuMs')}, PostgreSQL ${middle('postgresCpuMs')}${server}`;
  return `${name} ${middle('allCpuMs')} ms (${parts})`;
}

/** Returns the cost of a chain on Temporal. */
export function reportCost(
  histories: ChainHistory[],
  rounds: Rounds<DriverName, Turn>,
): Measurement['figures'] {
  const actions = median(histories.map((history) => history.actions));
  const heartbeats = median(rounds.map(({ temporal }) => temporal.heartbeats));
  return {
    historyEventsPerChain: Math.max(...histories.map(({ events }) => events)),
    actionsPerChain: round(actions + heartbeats),
    'of which heartbeats': round(heartbeats),
    'activities at once on Temporal, at most': mostAtOnce(histories.flatMap(({ spans }) => spans)),
  };
}

/** Returns the start latency of a chain on an idle worker. */
export function reportLatency(idleMs: number[]): Measurement['figures'] {
  return {
    'idle, start to first activity, p50, ms': round(quantile(idleMs, 0.5)),
    'idle, start to first activity, p99, ms': round(quantile(idleMs, 0.99)),
  };
}
