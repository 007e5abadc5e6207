import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CrawlError } from '../../domain/errors.ts';
import { defineJobType } from '../../jobs/job-type.ts';

const STEPS = 25;
const STEP_MS = 200;

/** The jobs of the harness. Workers and the API load their types through `JOB_TYPES`. */
export const jobTypes = [
  defineJobType({
    name: 'steps',
    about: `Reports every ${STEP_MS} ms, ${STEPS} times, and continues from the last step that it reported.`,
    payload: z.strictObject({}),
    async run(job) {
      const from = z.int().catch(0).parse(job.cursor);
      for (let step = from + 1; step <= STEPS; step += 1) {
        await sleep(STEP_MS, undefined, { signal: job.signal });
        job.report({ percent: (step / STEPS) * 100, message: `step ${step} of ${STEPS}`, cursor: step });
      }
      return { steps: STEPS };
    },
  }),
  defineJobType({
    name: 'recorded',
    about: 'Tells a recorder outside Crawlchain when each attempt begins and ends.',
    payload: z.strictObject({
      recorder_port: z.int(),
      work_ms: z.int(),
      manner: z.enum(['succeeds', 'flaky', 'fails']),
    }),
    retry: { kind: 'linear', base: 2, max: 4, jitter: 0.5 },
    async run({ id, attempt, payload, signal }) {
      const { recorder_port: port, work_ms: workMs, manner } = payload;
      // Open for as long as the process lives, so that the recorder also sees the end of one that is killed.
      const recorder = connect(port, '127.0.0.1');
      const record = async (line: object): Promise<void> => {
        recorder.write(`${JSON.stringify(line)}\n`);
        await once(recorder, 'data');
      };
      await record({ job: id, attempt });
      await sleep(workMs, undefined, { signal });
      const fails = manner === 'fails' || (manner === 'flaky' && attempt === 1);
      await record({ as: fails ? 'failed' : 'completed' });
      recorder.end();
      if (manner === 'fails') throw new CrawlError('NotFound', 'This job fails at each attempt.');
      if (fails) throw new Error('This job fails at its first attempt.');
    },
  }),
];
