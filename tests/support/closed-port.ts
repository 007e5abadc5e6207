import { freePort } from '../../local/ports.ts';

/** Ports from here on are given by the system to whoever asks for any, as other tests do. */
const EPHEMERAL_MIN = 32_768;

/** A port of 127.0.0.1 on which nothing listens, and nothing of other tests will. */
export const closedPort = (): Promise<number> => freePort({ max: EPHEMERAL_MIN - 1 });
