import type { WorkerReplicas } from '../server/workers-api.ts';

interface Target {
  /** The typed number; null: the text is not a whole number. */
  target: number | null;
  /** Why the number cannot be requested; null: it can. */
  fault: string | null;
}

/** Parses the typed number of pods. */
export function readTarget(typed: string, { min, max }: Pick<WorkerReplicas, 'min' | 'max'>): Target {
  const fault = `Type a whole number from ${min} to ${max}.`;
  if (!/^\d{1,5}$/.test(typed)) return { target: null, fault };
  const target = Number(typed);
  return { target, fault: target < min || target > max ? fault : null };
}
