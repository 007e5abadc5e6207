import { freePort } from '../../local/ports.ts';

/** The system assigns ports from here on to anyone who requests any port, as other tests do. */
const EPHEMERAL_MIN = 32_768;

/** A port of 127.0.0.1 on which nothing listens, including other tests. */
export const closedPort = (): Promise<number> => freePort({ max: EPHEMERAL_MIN - 1 });
