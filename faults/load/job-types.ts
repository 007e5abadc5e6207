import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineJobType } from '../../jobs/job-type.ts';

const STEPS = 25;
const STEP_MS = 200;

/** The job that is requested together with each crawl. Workers and the API load it through `JOB_TYPES`. */
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
];
