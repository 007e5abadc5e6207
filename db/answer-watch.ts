import { AsyncLocalStorage } from 'node:async_hooks';

/** Database activity of one piece of work. */
export interface AnswerWatch {
  /** When the last response arrived, by `performance.now()`. */
  lastAnswerAt: number;
  /** When each statement without a response was sent, oldest first. */
  waiting: Set<{ since: number }>;
}

const watches = new AsyncLocalStorage<AnswerWatch>();

/** Runs work and records its database responses. */
export function watchAnswers<Result>(watch: AnswerWatch, work: () => Promise<Result>): Promise<Result> {
  return watches.run(watch, work);
}

/** Runs background work, such as lease renewals, whose responses must not count as progress. */
export function withoutAnswerWatch<Result>(work: () => Promise<Result>): Promise<Result> {
  return watches.exit(work);
}

/** Waits for a response and records it in the current watch. */
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
