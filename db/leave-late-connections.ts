import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

/**
 * The pool, but for connections on which an answer did not come in time: they are closed, not kept. What is asked on one
 * later would wait behind that answer, and a server that has moved elsewhere never gives it.
 */
export function leaveLateConnections(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => leaveWhenLate(await pool.connect()),
    end: () => pool.end(),
  };
}

function leaveWhenLate(client: PostgresPoolClient): PostgresPoolClient {
  let isLate = false;
  const query = ((...asked: Parameters<typeof client.query>) => {
    const answer: unknown = client.query(...asked);
    if (answer instanceof Promise) answer.catch((error: unknown) => (isLate ||= isReadTimeout(error)));
    return answer;
  }) as typeof client.query;
  return { query, release: (destroy) => client.release(destroy === true || isLate) };
}

/** The driver has no code for it. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
