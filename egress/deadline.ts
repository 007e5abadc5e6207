/** A time limit for work, and the error when it is exceeded. */
export type Deadline = { timeoutMs: number; signal?: AbortSignal | undefined; failure: () => Error };

/**
 * Settles as `work` does, rejects at the deadline, or rejects with the signal's reason when it aborts first.
 *
 * The work itself is not stopped, because a hung native read cannot be stopped.
 */
export async function within<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  // If the work loses the race and fails later, nobody else handles its rejection.
  work.catch(() => undefined);
  deadline.signal?.throwIfAborted();
  const { promise: gaveUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(deadline.failure()), deadline.timeoutMs);
  const onAbort = (): void => reject(deadline.signal?.reason);
  deadline.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, gaveUp]);
  } finally {
    clearTimeout(timer);
    deadline.signal?.removeEventListener('abort', onAbort);
  }
}
