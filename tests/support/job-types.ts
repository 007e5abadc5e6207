import { z } from 'zod';
import { CrawlError } from '../../domain/errors.ts';
import { defineJobType } from '../../jobs/job-type.ts';

/** Job types whose behaviour a test controls. */
export const jobTypes = [
  defineJobType({
    name: 'count',
    about: 'Counts, telling each step.',
    payload: z.strictObject({
      to: z.int().min(1),
      /** How many of the first attempts fail in the middle of the job. */
      failures: z.int().default(0),
      /** Whether the first attempt opens sessions until the database, which knows the proxies, is down. */
      outage: z.boolean().default(false),
      kind: z.enum(['Blocked', 'RateLimited', 'NotFound']).optional(),
    }),
    async run(job) {
      const { to, failures, outage, kind } = job.payload;
      if (outage && job.attempt === 1) for (;;) await job.withSession(async () => undefined);
      const from = z.int().catch(0).parse(job.cursor);
      for (let at = from + 1; at <= to; at += 1) {
        if (at > to / 2 && job.attempt <= failures) {
          if (kind === undefined) throw new Error(`no more than ${at}`);
          throw new CrawlError(kind, `stopped at ${at}`, { retryAfterMs: 10 });
        }
        job.log(`at ${at}`);
        job.report({ percent: (at / to) * 100, message: `at ${at}`, cursor: at });
      }
      return { from, to, account: job.account };
    },
  }),
  defineJobType({
    name: 'wait',
    about: 'Waits until it is cancelled.',
    payload: z.strictObject({}),
    run: (job) =>
      new Promise((_, reject) => {
        job.report({ percent: 10, message: 'waiting', cursor: { waited: true } });
        job.signal.addEventListener('abort', () => reject(job.signal.reason));
      }),
  }),
  defineJobType({
    name: 'retry',
    about: 'Ends its attempts as requested, and returns how long each next one waited, in milliseconds.',
    payload: z.strictObject({ ends: z.array(z.enum(['failure', 'limit'])) }),
    retry: { kind: 'linear', base: 0.5, max: 60, jitter: 0.1 },
    async run(job) {
      const known = z
        .object({ endedAt: z.number(), waits: z.array(z.number()) })
        .nullable()
        .parse(job.cursor);
      const waits = known === null ? [] : [...known.waits, Date.now() - known.endedAt];
      const end = job.payload.ends[job.attempt - 1];
      if (end === undefined) return { waits };
      job.report({ percent: 0, message: end, cursor: { endedAt: Date.now(), waits } });
      if (end === 'failure') throw new Error('It failed.');
      throw new CrawlError('RateLimited', 'It waits.', { retryAfterMs: 1 });
    },
  }),
  defineJobType({
    name: 'read',
    about: 'Reads a page, whatever robots.txt says.',
    payload: z.strictObject({ url: z.url() }),
    obeysRobots: false,
    async run(job) {
      const page = await job.withSession((session) => session.readFile(job.payload.url));
      return { bytes: page.bytes.length };
    },
  }),
  defineJobType({
    name: 'crash',
    about: 'Ends its process without a word.',
    payload: z.strictObject({}),
    run: () => process.exit(7),
  }),
];
