/** The measured load of a role. */
export interface Load {
  /** New tasks per hour. */
  arrivalsPerHour: number;
  /** Tasks waiting now. */
  backlog: number;
  /** Seconds that a task holds a worker's slot, on average. */
  slotSeconds: number;
}

/** The capacity of a worker. */
export interface WorkerSize {
  /** Tasks of the role that one worker runs at once. */
  slots: number;
  /** The tasks of the role that need a browser; null if there are none, or none were seen. */
  browsers?: BrowserSize | null;
}

/** Tasks that need a browser. They are part of the load, and hold a slot like the other tasks. */
export interface BrowserSize {
  /** Their share of the tasks, 0 to 1. */
  share: number;
  /** Seconds that such a task holds its browser, on average. */
  slotSeconds: number;
  /** Browsers that one worker's memory allows at once. */
  slots: number;
}

/** Limits that more workers cannot raise; null where there is no limit, or it is unknown. */
export interface Ceilings {
  /** Tasks per hour: the platforms' pace divided by the requests of a task, see `platformCeiling`. */
  platform: number | null;
  /** Workers that the database has connections for. */
  database: number | null;
  /** Workers that the pods' memory allows. */
  memory: number | null;
}

/** The planned share of the slots' time. The rest is headroom for bursts and for tasks of uneven length. */
const PLANNED_UTILIZATION = 0.8;

export type Binding = keyof Ceilings;

export interface WorkersNeeded {
  workers: number;
  /** The limit that makes more workers useless; null if there is none. */
  boundBy: Binding | null;
}

/**
 * Calculates how many workers drain the backlog in the given hours while new work keeps arriving: N = ⌈(λ + B/T)·S ÷ (c·u)⌉, with
 * λ arrivals per hour, B backlog, T hours, S the hours that a task holds a slot, c slots per worker, u planned utilization.
 *
 * If a limit binds, `boundBy` says which:
 *
 * - `platform`: the platforms accept fewer tasks. The result is the number of workers that uses up what they accept.
 * - `database`: the database lacks connections. The result is the number of workers it has connections for.
 * - `memory`: the result is the needed number, but memory is the limit. The running pods do not have room for that many workers,
 *   or memory allows so few browsers per worker that more workers are needed than for the slots alone.
 * @throws RangeError when a number is negative, or hours, slots or slot seconds are not positive
 */
export function workersNeeded(
  load: Load,
  size: WorkerSize,
  plan: { hours: number; ceilings: Ceilings },
): WorkersNeeded {
  check(load, size);
  requirePositive({ hours: plan.hours });
  const { platform, database, memory } = plan.ceilings;
  const wanted = load.arrivalsPerHour + load.backlog / plan.hours;
  const isPaced = platform !== null && platform < wanted;
  const perHour = isPaced ? platform : wanted;
  const forSlots = workersFor(perHour, load.slotSeconds, size.slots);
  const forBrowsers = size.browsers ? workersForBrowsers(perHour, size.browsers) : 0;
  const workers = Math.max(forSlots, forBrowsers);
  if (database !== null && database < workers) return { workers: database, boundBy: 'database' };
  if (isPaced) return { workers, boundBy: 'platform' };
  const isMemoryShort = forBrowsers > forSlots || (memory !== null && memory < workers);
  return { workers, boundBy: isMemoryShort ? 'memory' : null };
}

/** Returns the hours in which the current workers drain the backlog; null if they never do, as more arrives than they finish. */
export function hoursToDrain(load: Load, size: WorkerSize, fleet: Fleet): number | null {
  check(load, size);
  if (load.backlog === 0) return 0;
  return waysOf(load, size, fleet).reduce<number | null>((slowest, way) => longer(slowest, hoursAt(way)), 0);
}

/** Returns the tasks per hour by which the backlog grows with the current workers; null if it drains. */
export function growthPerHour(load: Load, size: WorkerSize, fleet: Fleet): number | null {
  if (hoursToDrain(load, size, fleet) !== null) return null;
  const growing = waysOf(load, size, fleet).filter((way) => hoursAt(way) === null);
  return Math.max(...growing.map(({ arrivalsPerHour, perHour }) => arrivalsPerHour - perHour));
}

/** The workers and platforms that process a load. */
interface Fleet {
  workers: number;
  platforms?: PlatformLoad[];
}

/** A part of the load that shares one limit, and the rate at which it is processed. */
interface Way extends Pick<Load, 'arrivalsPerHour' | 'backlog'> {
  /** Tasks processed per hour. */
  perHour: number;
}

/** Returns one part per limit: every task takes a slot, some tasks also a browser, and each platform has its own pace. */
function waysOf(load: Load, size: WorkerSize, { workers, platforms = [] }: Fleet): Way[] {
  const { arrivalsPerHour, backlog, slotSeconds } = load;
  const ways: Way[] = [{ arrivalsPerHour, backlog, perHour: (workers * size.slots * 3600) / slotSeconds }];
  if (size.browsers) {
    const { share, slots, slotSeconds: seconds } = size.browsers;
    const perHour = (workers * slots * 3600) / seconds;
    ways.push({ arrivalsPerHour: arrivalsPerHour * share, backlog: backlog * share, perHour });
  }
  for (const { ceilingPerHour, ...platform } of platforms)
    ways.push({ ...platform, perHour: ceilingPerHour ?? Infinity });
  return ways;
}

/** One platform's part of a role's load. */
export interface PlatformLoad {
  arrivalsPerHour: number;
  backlog: number;
  /** Tasks per hour that the platform's pace allows; null if unknown. */
  ceilingPerHour: number | null;
}

/**
 * Returns how many of the wanted tasks per hour the platforms allow. A platform with more tasks than its pace allows limits them to
 * its pace; the tasks of the other platforms are allowed in full.
 * @returns null when every platform allows all its tasks
 */
export function platformCeiling(platforms: PlatformLoad[], hours: number): number | null {
  requirePositive({ hours });
  const wanted = platforms.map(({ arrivalsPerHour, backlog }) => arrivalsPerHour + backlog / hours);
  const given = platforms.map(({ ceilingPerHour }, at) =>
    Math.min(ceilingPerHour ?? Infinity, wanted[at] ?? 0),
  );
  return given.every((perHour, at) => perHour === wanted[at]) ? null : sum(given);
}

function workersForBrowsers(perHour: number, { share, slotSeconds, slots }: BrowserSize): number {
  return workersFor(perHour * share, slotSeconds, slots);
}

function workersFor(perHour: number, slotSeconds: number, slots: number): number {
  const perWorker = (slots * PLANNED_UTILIZATION * 3600) / slotSeconds;
  return Math.ceil(perHour / perWorker);
}

function hoursAt({ perHour, arrivalsPerHour, backlog }: Way): number | null {
  if (backlog === 0) return 0;
  const spare = perHour - arrivalsPerHour;
  return spare > 0 ? backlog / spare : null;
}

function longer(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function check(load: Load, { slots, browsers }: WorkerSize): void {
  requirePositive({ slots, slotSeconds: load.slotSeconds });
  requireNotNegative({ arrivalsPerHour: load.arrivalsPerHour, backlog: load.backlog });
  if (!browsers) return;
  requirePositive({ browsers: browsers.slots, browserSeconds: browsers.slotSeconds });
  requireNotNegative({ browserShare: browsers.share });
}

function requirePositive(numbers: Record<string, number>): void {
  for (const [name, number] of Object.entries(numbers))
    if (!(number > 0)) throw new RangeError(`Expected ${name} above 0, got ${number}`);
}

function requireNotNegative(numbers: Record<string, number>): void {
  for (const [name, number] of Object.entries(numbers))
    if (!(number >= 0)) throw new RangeError(`Expected ${name} of 0 or more, got ${number}`);
}
