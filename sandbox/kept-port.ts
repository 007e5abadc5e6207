/** Listens on the port of the last run if it is free, so that clients' settings stay valid; otherwise on any free port. */
export async function listenOnKeptPort<T>(
  keptPort: number,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  try {
    return await listen(keptPort);
  } catch (error) {
    const isTaken =
      error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
    if (!isTaken || keptPort === 0) throw error;
    return listen(0);
  }
}
