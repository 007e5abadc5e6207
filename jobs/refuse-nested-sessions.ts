import { AsyncLocalStorage } from 'node:async_hooks';
import { CrawlError } from '../domain/errors.ts';
import type { JobRun } from './job-type.ts';

type WithSession = JobRun<unknown>['withSession'];

/**
 * Refuses a session that a job opens within the work of another one: the outer one keeps its slot until the inner one has ended, so
 * the inner one could wait forever.
 */
export function refuseNestedSessions(withSession: WithSession): WithSession {
  const enclosing = new AsyncLocalStorage<{ isOpen: boolean }>();
  return async (work) => {
    // What a job leaves running after its session may open another one.
    if (enclosing.getStore()?.isOpen === true)
      throw new CrawlError(
        'InvalidInput',
        'The job opens a session within the work of another one, and would wait for itself. Let the first one end, then open the next.',
      );
    return withSession(async (session) => {
      const own = { isOpen: true };
      try {
        return await enclosing.run(own, () => work(session));
      } finally {
        own.isOpen = false;
      }
    });
  };
}
