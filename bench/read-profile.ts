/** The parts of a `node --cpu-prof` profile that are read here. Times are in microseconds of the system's monotonic clock. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** The time of a measurement, in microseconds of the same clock. */
export interface TimeSpan {
  fromUs: number;
  toUs: number;
}

/** A function on a stack. */
export interface Frame {
  name: string;
  /** Its file, relative to the project, or its package, or its part of Node. */
  place: string;
}

/** The frames of a stack, outermost first, and the self time of the last one. */
export interface Stack {
  frames: Frame[];
  ms: number;
}

/** Returns the stacks of a profile within some time spans, without those of an idle thread. @param root the URL of the project */
export function stacksOf(profile: CpuProfile, spans: TimeSpan[], root: string): Stack[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  return [...selfTimes(profile, spans)].flatMap(([id, us]) => {
    const frames: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { functionName, url } = nodes.get(at)!.callFrame;
      if (functionName === '(idle)') return [];
      if (functionName !== '(root)')
        frames.unshift({ name: functionName || '(anonymous)', place: placeOf(url, root) });
    }
    return [{ frames, ms: us / 1000 }];
  });
}

/** Sums up the self time of each node in microseconds: each sample lasts until the next one. */
function selfTimes({ samples, timeDeltas, startTime }: CpuProfile, spans: TimeSpan[]): Map<number, number> {
  const times = new Map<number, number>();
  let atUs = startTime;
  for (const [index, node] of samples.entries()) {
    atUs += timeDeltas[index] ?? 0;
    const isWithin = spans.some(({ fromUs, toUs }) => atUs >= fromUs && atUs < toUs);
    if (isWithin) times.set(node, (times.get(node) ?? 0) + (timeDeltas[index + 1] ?? 0));
  }
  return times;
}

function placeOf(url: string, root: string): string {
  const [, packaged] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packaged !== undefined) return `node_modules/${packaged}`;
  if (url.startsWith(root)) return url.slice(root.length);
  return url.replace(/^.*\//, '');
}

type Table = [stage: string, pattern: RegExp][];

/** The files of each stage; their callees belong to the stage, wherever they are. */
const STAGES: Table = [
  ['judge', /^stages\/store-menu\S* judgeFetched$|^domain\/belief|^db\/queries\/menu-evidence/],
  ['images', /^activities\/download-images/],
  ['ingest', /^(activities\/ingest-payload|stages\/read-content)/],
  ['fetch', /^(activities\/fetch|stages\/(fetch|collect-menu|store-menu|ask-platform|query-memory))/],
];

/** Code after an await has no caller on its stack: it belongs to the stage that uses these files. */
const TOOLS: Table = [
  ['images', /^(egress\/download|storage\/(convert-image|image-|decode-)|db\/queries\/images)/],
  [
    'ingest',
    /^(db\/queries\/(ingest|payload-)|platforms\/.*normaliz|domain\/(drift|structure))|readPayload|readProven/,
  ],
  ['fetch', /^(egress|platforms|storage|domain\/browser|db\/queries\/(pace|proxy|proxies))/],
];

/** The parts of stacks without a stage. */
const PARTS: Table = [
  ['workflow code', /workflow-bundle/],
  ['Temporal SDK', /^node_modules\/@temporalio/],
  ['database client', /^(db\/|node_modules\/(pg|kysely))/],
  ['HTTP client', /^node_modules\/wreq-js/],
  ['garbage collection', /\(garbage collector\)$/],
  ['native code on these threads', /\(program\)$/],
  ['worker around it', /^(workers|observability|temporal-client|config|activities|stages|domain)\//],
  ['other packages', /^node_modules\//],
];

/** Returns the stage of a chain, or the part of the worker, that a stack belongs to. */
export function stageOf({ frames }: Stack): string {
  const inward = frames.map(({ place, name }) => `${place} ${name}`.trim()).toReversed();
  for (const table of [STAGES, TOOLS])
    for (const frame of inward) {
      const stage = table.find(([, pattern]) => pattern.test(frame));
      if (stage !== undefined) return stage[0];
    }
  const part = PARTS.find(([, pattern]) => inward.some((frame) => pattern.test(frame)));
  return part?.[0] ?? 'Node itself';
}

/** Sums up the time by stage, longest first, each with the functions that have the most self time. */
export function timeByStage(
  stacks: Stack[],
): { stage: string; ms: number; functions: [name: string, ms: number][] }[] {
  const byStage = Map.groupBy(stacks, stageOf);
  return [...byStage]
    .map(([stage, members]) => ({ stage, ms: sumOf(members), functions: longestFunctions(members) }))
    .toSorted((one, other) => other.ms - one.ms);
}

const FUNCTIONS_SHOWN = 4;

function longestFunctions(stacks: Stack[]): [name: string, ms: number][] {
  const byFunction = Map.groupBy(stacks, ({ frames }) => {
    const { name, place } = frames.at(-1) ?? { name: '(root)', place: '' };
    return `${name} ${place}`.trim();
  });
  return [...byFunction]
    .map(([name, members]): [string, number] => [name, sumOf(members)])
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, FUNCTIONS_SHOWN);
}

/** Sums up the milliseconds of some stacks. */
export function sumOf(stacks: Stack[]): number {
  return stacks.reduce((sum, { ms }) => sum + ms, 0);
}
