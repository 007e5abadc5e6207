import type { MadeDecision, PayloadDecision } from '../server/payloads-api.ts';
import type { Waiting } from './waiting-rows.ts';

/** The outcome of a decision about a payload. */
export interface Outcome extends MadeDecision {
  payload: Waiting;
  decision: PayloadDecision['decision'];
  reason: string;
  /** Null: the decision was made. */
  error: Error | null;
}

/** Payloads of one store that got the same verdict, by a decision about them or about a later payload. */
export interface DecidedGroup {
  key: string;
  store: string;
  verdict: 'confirmed' | 'rejected';
  /** Payload ids, the newest first. */
  ids: number[];
  /** The tasks that ingest some of these payloads. */
  tasks: { payload: number; id: string }[];
  /** The payloads that somebody had already confirmed, with who had done so and when. */
  before: { payload: number; by: string; at: string }[];
}

/** Groups the decided payloads, and the earlier payloads that the decisions settled, by store and verdict. */
export function groupDecided(outcomes: readonly Outcome[]): DecidedGroup[] {
  const groups = new Map<string, DecidedGroup>();
  const groupOf = ({ payload }: Outcome, verdict: DecidedGroup['verdict']): DecidedGroup => {
    const key = `${payload.dispensary_id} ${verdict}`;
    const store = payload.dispensary_name;
    const group = groups.get(key) ?? { key, store, verdict, ids: [], tasks: [], before: [] };
    groups.set(key, group);
    return group;
  };
  for (const outcome of outcomes) {
    if (outcome.error !== null) continue;
    const { payload, decision, taskId, before, settled } = outcome;
    const own = groupOf(outcome, decision === 'confirm' ? 'confirmed' : 'rejected');
    own.ids.push(payload.id);
    if (before !== null) own.before.push({ payload: payload.id, ...before });
    if (taskId !== null) own.tasks.push({ payload: payload.id, id: taskId });
    for (const { id, verdict } of settled) groupOf(outcome, verdict).ids.push(id);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    ids: [...new Set(group.ids)].toSorted((one, other) => other - one),
  }));
}

/** Returns the ids of the payloads that no longer wait for a decision. */
export function idsDecided(outcomes: readonly Outcome[]): ReadonlySet<number> {
  return new Set(groupDecided(outcomes).flatMap(({ ids }) => ids));
}
