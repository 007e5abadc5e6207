/** Thrown when a worker may not start; the message says what to do. */
export class WorkerRefused extends Error {
  override name = 'WorkerRefused';
}
