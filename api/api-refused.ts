/** Thrown when the API may not start so; the message says what to do. */
export class ApiRefused extends Error {
  override name = 'ApiRefused';
}
