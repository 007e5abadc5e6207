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
}

/** What stays as it is however many workers there are, in tasks an hour; null where nothing of the kind limits. */
export interface Ceilings {
  /** The platform's pace divided by the requests of a task. */
  platform: number | null;
  /** What the database takes. */
  database: number | null;
}

/** The share of the slots' time that is planned with: the rest is for tasks that come in bursts and take unevenly long. */
const PLANNED_UTILIZATION = 0.8;

type Binding = keyof Ceilings;

export interface WorkersNeeded {
  workers: number;
  /** What keeps more workers from helping: the backlog is then not drained in time. Null when they do. */
  boundBy: Binding | null;
}

/**
 * How many workers drain the backlog in some hours while work goes on coming: N = ⌈(λ + B/T)·S ÷ (c·u)⌉, with λ
 * arrivals, B backlog, T hours, S the time a task holds a slot, c slots a worker, u planned utilization. Where the platform or the
 * database takes less than that, it is the number of workers that use up what they take, and what binds is named.
 * @throws RangeError when a number is negative, or hours, slots or slot seconds are not positive
 */
export function workersNeeded(
  load: Load,
  size: WorkerSize,
  plan: { hours: number; ceilings: Ceilings },
): WorkersNeeded {
  requirePositive({ hours: plan.hours, slots: size.slots, slotSeconds: load.slotSeconds });
  requireNotNegative({ arrivalsPerHour: load.arrivalsPerHour, backlog: load.backlog });
  const wanted = load.arrivalsPerHour + load.backlog / plan.hours;
  const binding = lowest(plan.ceilings);
  const isBound = binding !== null && binding.perHour < wanted;
  const perHour = isBound ? binding.perHour : wanted;
  const perWorker = (size.slots * PLANNED_UTILIZATION * 3600) / load.slotSeconds;
  return { workers: Math.ceil(perHour / perWorker), boundBy: isBound ? binding.name : null };
}

/** Hours until the backlog is gone with the workers that there are; null when it never is, as more comes than they do. */
export function hoursToDrain(load: Load, size: WorkerSize, workers: number): number | null {
  if (load.backlog === 0) return 0;
  const perHour = (workers * size.slots * 3600) / load.slotSeconds;
  const spare = perHour - load.arrivalsPerHour;
  return spare > 0 ? load.backlog / spare : null;
}

function lowest(ceilings: Ceilings): { name: Binding; perHour: number } | null {
  const known = (Object.entries(ceilings) as [Binding, number | null][]).flatMap(([name, perHour]) =>
    perHour === null ? [] : [{ name, perHour }],
  );
  return known.toSorted((one, other) => one.perHour - other.perHour)[0] ?? null;
}

function requirePositive(numbers: Record<string, number>): void {
  for (const [name, number] of Object.entries(numbers))
    if (!(number > 0)) throw new RangeError(`Expected ${name} above 0, got ${number}`);
}

function requireNotNegative(numbers: Record<string, number>): void {
  for (const [name, number] of Object.entries(numbers))
    if (!(number >= 0)) throw new RangeError(`Expected ${name} of 0 or more, got ${number}`);
}
