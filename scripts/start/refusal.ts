/** A start that is refused for what was given; the message has one line that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Runs a check whose error is a refusal. */
export function refuse<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw new StartRefused((error as Error).message, { cause: error });
  }
}
