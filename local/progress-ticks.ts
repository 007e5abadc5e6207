const TICK_MS = 5_000;

/** Does some work. Reports its label at once, and every few seconds the label with the elapsed time. */
export async function withTicks<Result>(
  label: string,
  onProgress: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = Date.now();
  onProgress(`${label}…`);
  const timer = setInterval(
    () => onProgress(`${label}… ${Math.round((Date.now() - startedAtMs) / 1000)} s`),
    TICK_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
