import { createRequire } from 'node:module';

/** The part of wreq-js's native module that we call. */
interface NativeBodies {
  readBodyChunk(handle: number): Promise<unknown>;
}

/** A handle that no body has. */
const NO_BODY = 2 ** 31;

const EVERY_MS = 500;
const TIMES = 2;

let timer: NodeJS.Timeout | null = null;
let left = 0;

/**
 * Makes wreq-js close the connections of bodies that were cancelled. By itself wreq-js 3.1 closes them only when it reads another
 * body, so an idle worker would keep a cancelled download open. The request for a body that does not exist has that effect.
 */
export function closeCancelledBodies(): void {
  left = TIMES;
  timer ??= setInterval(() => {
    findNative()
      ?.readBodyChunk(NO_BODY)
      .catch(() => undefined);
    left -= 1;
    if (left > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }, EVERY_MS).unref();
}

/** Finds the native module among those that this process has loaded; wreq-js does not export it. */
function findNative(): NativeBodies | undefined {
  const loaded = Object.values(createRequire(import.meta.url).cache);
  return loaded.find((one) => /wreq-js.*\.node$/.test(one?.filename ?? ''))?.exports as
    | NativeBodies
    | undefined;
}
