/** Thrown when the API refuses to start with its settings; the message says what to do. */
export class ApiRefused extends Error {
  override name = 'ApiRefused';
}

/** Thrown when the API cannot listen at its address; a port that is taken may be free later. */
export class CannotListen extends ApiRefused {
  override name = 'CannotListen';
}
