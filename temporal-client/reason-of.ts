import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';

/** Returns the message of the deepest cause: the outer errors only say that a workflow failed. */
export function reasonOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest instanceof Error ? deepest.message : String(deepest);
}

/** Returns the kind of the deepest failure that has a kind; null: none has. */
export function kindOf(error: unknown): string | null {
  let kind: string | null = null;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ApplicationFailure && at.type) kind = at.type;
    if (at instanceof TimeoutFailure) kind = 'Timeout';
  }
  return kind;
}
