/** What a role's work looks like, measured. */
export interface Load {
  /** Tasks that come in an hour. */
  arrivalsPerHour: number;
  /** Tasks that wait now. */
  backlog: number;
  /** Seconds that a task holds a slot of a worker, on average. */
  slotSeconds: number;
}

/** What workers can do. */
export interface WorkerSize {
  /** Tasks of the role that one worker runs at once. */
  slots: number;
  /** For roles of which some tasks need a browser; null where none does, or none was seen. */
  browsers?: BrowserSize | null;
}

/** Tasks that need a browser: they are a part of the load, and hold a slot like the others. */
export interface BrowserSize {
  /** The share of the tasks, 0 to 1. */
  share: number;
  /** Seconds that one holds its browser, on average. */
  slotSeconds: number;
  /** Browsers that one worker runs at once: what its memory holds. */
  slots: number;
}

/** What stays as it is however many workers are added; null where nothing of the kind limits, or nothing is known. */
export interface Ceilings {
  /** Tasks an hour: the platforms' pace divided by the requests of a task, see `platformCeiling`. */
  platform: number | null;
  /** Workers that the database has connections for. */
  database: number | null;
  /** Workers that the memory of the pods holds. */
  memory: number | null;
}

/** The share of the slots' time that is planned with: the rest is for tasks that come in bursts and take unevenly long. */
const PLANNED_UTILIZATION = 0.8;

export type Binding = keyof Ceilings;

export interface WorkersNeeded {
  workers: number;
  /** What keeps more workers from helping; null when they do. */
  boundBy: Binding | null;
}

/**
 * How many workers drain the backlog in some hours while work goes on coming: N = ⌈(λ + B/T)·S ÷ (c·u)⌉, with λ
 * arrivals, B backlog, T hours, S the time a task holds a slot, c slots a worker, u planned utilization.
 *
 * - `platform`: the platforms take less than that. It is then the number of workers that use up what they take.
 * - `database`: it has no connections for so many workers. It is the number that it has connections for.
 * - `memory`: the number stands, but memory decides it. The pods that run do not hold so many workers, or a worker's
 *   memory holds so few browsers that it takes more workers than their slots alone would.
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

/** Hours until the backlog is gone with the workers that there are; null when it never is, as more comes than they do. */
export function hoursToDrain(load: Load, size: WorkerSize, fleet: Fleet): number | null {
  check(load, size);
  if (load.backlog === 0) return 0;
  return waysOf(load, size, fleet).reduce<number | null>((slowest, way) => longer(slowest, hoursAt(way)), 0);
}

/** Tasks by which the backlog grows in an hour with the workers that there are, where it never drains; null where it does. */
export function growthPerHour(load: Load, size: WorkerSize, fleet: Fleet): number | null {
  if (hoursToDrain(load, size, fleet) !== null) return null;
  const growing = waysOf(load, size, fleet).filter((way) => hoursAt(way) === null);
  return Math.max(...growing.map(({ arrivalsPerHour, perHour }) => arrivalsPerHour - perHour));
}

/** Who works on a load. */
interface Fleet {
  workers: number;
  platforms?: PlatformLoad[];
}

/** What a part of the load comes to, and what takes it. */
interface Way extends Pick<Load, 'arrivalsPerHour' | 'backlog'> {
  /** Tasks that are done of it in an hour. */
  perHour: number;
}

/** Every task takes a slot, some also a browser, and each platform has a pace of its own. */
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

/** The part of a role's work that one platform serves. */
export interface PlatformLoad {
  arrivalsPerHour: number;
  backlog: number;
  /** Tasks an hour that its pace lets through; null: nobody knows. */
  ceilingPerHour: number | null;
}

/**
 * Tasks an hour that platforms let through of what is wanted of them: one that is asked for more than its pace gives only
 * that, and the others all.
 * @returns null when each gives what is wanted of it
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
