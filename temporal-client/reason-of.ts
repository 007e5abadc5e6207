import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';

/** The words at the bottom of a chain of causes: what is above them says only that a workflow failed. */
export function reasonOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest instanceof Error ? deepest.message : String(deepest);
}

/** The kind of the failure at the bottom that has one; null: none has. */
export function kindOf(error: unknown): string | null {
  let kind: string | null = null;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ApplicationFailure && at.type) kind = at.type;
    if (at instanceof TimeoutFailure) kind = 'Timeout';
  }
  return kind;
}
