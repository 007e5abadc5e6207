import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work has heard from the database. */
export interface AnswerWatch {
  /** When the last answer came, by `performance.now()`. */
  lastAnswerAt: number;
  /** When each statement without an answer was sent, oldest first. */
  waiting: Set<{ since: number }>;
}

const watches = new AsyncLocalStorage<AnswerWatch>();

/** Does work, and keeps in the watch what the database answers it. */
export function watchAnswers<Result>(watch: AnswerWatch, work: () => Promise<Result>): Promise<Result> {
  return watches.run(watch, work);
}

/** Does what goes on beside a piece of work, such as renewing what it holds: an answer to it does not show that the work moves. */
export function unwatched<Result>(work: () => Promise<Result>): Promise<Result> {
  return watches.exit(work);
}

/** Waits for the database, and tells the watch of the calling work. */
export async function watchedAnswer<Result>(ask: () => Promise<Result>): Promise<Result> {
  const watch = watches.getStore();
  if (watch === undefined) return ask();
  const wait = { since: performance.now() };
  watch.waiting.add(wait);
  try {
    const answer = await ask();
    watch.lastAnswerAt = performance.now();
    return answer;
  } finally {
    watch.waiting.delete(wait);
  }
}
