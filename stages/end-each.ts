/** Ends each of these, even if one of them fails. @throws the first failure */
export async function endEach(parts: readonly { end(): Promise<void> }[]): Promise<void> {
  const ended = await Promise.allSettled(parts.map((part) => part.end()));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}
