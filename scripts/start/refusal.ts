/** Thrown when a start is refused because of its options, settings or servers; the message says in one line what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Runs a check. @throws StartRefused with the message of the check's error */
export async function refuse<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await check();
  } catch (error) {
    throw new StartRefused((error as Error).message, { cause: error });
  }
}
