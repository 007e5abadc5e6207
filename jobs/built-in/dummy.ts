import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { defineOwnJobType } from '../job-type.ts';
import { LINEAR_RETRY } from '../retry-policy.ts';

const STEP_MS = 1_000;

const payloadSchema = z.strictObject({
  /** How long the job takes, in all its attempts together. */
  seconds: z.number().min(0).max(3_600).default(1),
  /** How many of the first attempts fail, half-way through. */
  failures: z.int().min(0).max(100).default(0),
});

/** Takes time, reports progress and fails as requested, to try out a deployment. */
export const dummy = defineOwnJobType({
  name: 'dummy',
  title: 'Dummy',
  about:
    'Waits for some seconds and reports progress; its first attempts fail half-way, as often as requested.',
  payload: payloadSchema,
  retry: LINEAR_RETRY,
  async run(job) {
    const { payload, attempt, cursor, signal } = job;
    const { seconds, failures } = payload;
    const wholeMs = seconds * 1_000;
    const endMs = attempt <= failures ? wholeMs / 2 : wholeMs;
    let doneMs = z.number().catch(0).parse(cursor);
    while (doneMs < endMs) {
      const stepMs = Math.min(STEP_MS, endMs - doneMs);
      await wait(stepMs, undefined, { signal });
      doneMs += stepMs;
      const message = `${doneMs / 1_000} of ${seconds} s`;
      job.report({ percent: (doneMs / wholeMs) * 100, message, cursor: doneMs });
    }
    if (attempt <= failures) throw new Error(`Attempt ${attempt} of ${failures} that were to fail.`);
    return { seconds };
  },
});
