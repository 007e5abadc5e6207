/** A start that is refused because of its input; the message says in one line what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Runs a check and turns its errors into refusals. */
export function refuse<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw new StartRefused((error as Error).message, { cause: error });
  }
}
