/** A moment by which work must have settled, and what is thrown when it has not. */
export type Deadline = { timeoutMs: number; signal?: AbortSignal | undefined; failure: () => Error };

/**
 * Settles as `work` does, or rejects at the deadline, or rejects with the signal's reason when it aborts first.
 *
 * The work itself is not stopped: a native read that hangs cannot be, which is why this race exists.
 */
export async function within<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  // A loser that fails later has no listener of its own.
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
