import { CrawlError } from '../domain/errors.ts';
import type { DirectSession, FileSession } from '../egress/session.ts';
import type { JobSession, JobType } from '../jobs/job-type.ts';
import type { RunTool, ToolSession } from './run-tool.ts';

interface SessionTools extends Omit<ToolSession, 'proxy' | 'userAgent'> {
  runTool: RunTool;
  type: Pick<JobType, 'name' | 'obeysRobots'>;
  session: Pick<FileSession | DirectSession, 'identity'>;
}

/** Does the work of a session, which may run tools. They end before it does, because its proxy is then another's. */
export async function withTools<Result>(
  { runTool, type, session, ...given }: SessionTools,
  work: (runTool: JobSession['runTool']) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const signal = AbortSignal.any([given.signal, ended.signal]);
  const running = new Set<Promise<unknown>>();
  try {
    return await work(async (name, args) => {
      signal.throwIfAborted();
      assertMayRunTools(type);
      const { proxy, profile } = session.identity;
      const run = runTool({ ...given, signal, proxy, userAgent: profile.userAgent ?? '' }, name, args);
      running.add(run);
      return run.finally(() => running.delete(run));
    });
  } finally {
    ended.abort(new Error('The session has ended, and its tools with it.'));
    await Promise.allSettled(running);
  }
}

/** @throws CrawlError InvalidInput for a type whose requests obey robots.txt */
function assertMayRunTools({ name, obeysRobots }: SessionTools['type']): void {
  if (obeysRobots === false) return;
  throw new CrawlError(
    'InvalidInput',
    `The job type ${name} cannot run tools, because nobody can check their requests against robots.txt: it takes \`obeysRobots: false\`.`,
  );
}
