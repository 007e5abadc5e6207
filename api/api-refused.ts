/** Thrown when the API refuses to start with its settings; the message says what to do. */
export class ApiRefused extends Error {
  override name = 'ApiRefused';
}
