import type { TaskDetail } from '../server/api-client.ts';

/** A bar of a task's timeline chart. */
export interface Span {
  /** `waits` or the name of a stage. */
  lane: string;
  /** Start (and end) as a share of the total time, from 0 to 1. */
  from: number;
  to: number;
  ms: number;
  outcome: 'waits' | 'completed' | 'failed' | 'open';
  label: string;
}

/** An event of a task, as a share of the total time from 0 to 1. */
interface Mark {
  at: number;
  event: string;
  label: string;
}

export interface LaidOut {
  spans: Span[];
  marks: Mark[];
  /** From the creation of the task to its end, or to now. */
  totalMs: number;
}

type Timed = Pick<TaskDetail, 'created_at' | 'completed_at' | 'stages' | 'timeline' | 'attempt_waits'>;

const MARKED = [
  'retried',
  'reopened',
  'continued',
  'promoted',
  'edited',
  'cancel_requested',
  'start_requested',
];

/** Lays out a task's waits and stages to scale. The time between stages, and between the attempts of a stage, counts as waiting. */
export function layOutTime(
  { created_at: created, completed_at: ended, stages, timeline, attempt_waits: attemptWaits }: Timed,
  nowMs: number,
): LaidOut {
  const beginMs = Math.min(Date.parse(created), ...stages.map(({ started_at: at }) => Date.parse(at)));
  const endMs = Math.max(ended === null ? nowMs : Date.parse(ended), beginMs + 1);
  const totalMs = endMs - beginMs;
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - beginMs) / totalMs));
  const spanOf = (
    lane: string,
    [fromMs, toMs]: [number, number],
    rest: Pick<Span, 'outcome' | 'label'>,
  ): Span => ({
    lane,
    from: place(fromMs),
    to: place(toMs),
    ms: Math.max(0, toMs - fromMs),
    ...rest,
  });
  const names = new Map(timeline.map(({ worker_id: worker, worker_name: name }) => [worker, name]));
  const spans: Span[] = [];
  let doneMs = beginMs;
  const sorted = [...stages].sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  for (const { stage, started_at: at, ended_at: over, outcome, attempts, worker_id: worker } of sorted) {
    const fromMs = Date.parse(at);
    // Cut at the chain's end: if a chain was terminated, the ledger may close its stage slightly later.
    const toMs = over === null ? endMs : Math.min(Date.parse(over), endMs);
    if (fromMs > doneMs) spans.push(spanOf('waits', [doneMs, fromMs], { outcome: 'waits', label: 'waits' }));
    const text = `${stage} by ${names.get(worker) ?? worker}, ${attempts} attempt${attempts === 1 ? '' : 's'}`;
    for (const { wait, range } of splitAt(attemptWaits, [fromMs, toMs]))
      spans.push(
        wait === null
          ? spanOf(stage, range, { outcome: outcome ?? 'open', label: text })
          : spanOf('waits', range, { outcome: 'waits', label: describeWait(wait) }),
      );
    doneMs = Math.max(doneMs, toMs);
  }
  if (endMs > doneMs && ended === null)
    spans.push(spanOf('waits', [doneMs, endMs], { outcome: 'waits', label: 'waits' }));
  const marks = timeline
    .filter(({ event }) => MARKED.includes(event))
    .map(({ at, event, message }) => ({
      at: place(Date.parse(at)),
      event,
      label: [event.replaceAll('_', ' '), message].filter((part) => part !== null).join(': '),
    }));
  return { spans, marks, totalMs };
}

type AttemptWait = Timed['attempt_waits'][number];
type Range = [fromMs: number, toMs: number];

/** Splits the time of a stage into its attempts and the waits between them. @returns parts in order; of a wait, with the wait */
function splitAt(
  waits: readonly AttemptWait[],
  [fromMs, toMs]: Range,
): { wait: AttemptWait | null; range: Range }[] {
  const parts: { wait: AttemptWait | null; range: Range }[] = [];
  let doneMs = fromMs;
  for (const wait of waits) {
    const begunMs = Math.max(doneMs, Date.parse(wait.from));
    const overMs = Math.min(toMs, wait.until === null ? toMs : Date.parse(wait.until));
    if (overMs <= begunMs) continue;
    if (begunMs > doneMs) parts.push({ wait: null, range: [doneMs, begunMs] });
    parts.push({ wait, range: [begunMs, overMs] });
    doneMs = overMs;
  }
  // A stage without waits has its bar even if it took no time.
  if (doneMs < toMs || parts.length === 0) parts.push({ wait: null, range: [doneMs, toMs] });
  return parts;
}

function describeWait({ error_kind: kind }: AttemptWait): string {
  return `waits for the next attempt${kind === null ? '' : `, after ${kind}`}`;
}
