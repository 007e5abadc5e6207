import { freePort } from '../../local/ports.ts';

/** The lowest port that the system may assign to anyone who requests any port, such as another test. */
const EPHEMERAL_MIN = 32_768;

/** Returns a port of 127.0.0.1 on which nothing listens, not even another test. */
export const closedPort = (): Promise<number> => freePort({ max: EPHEMERAL_MIN - 1 });
