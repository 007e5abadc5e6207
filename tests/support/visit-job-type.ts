import { z } from 'zod';
import { defineJobType, type JobEgress } from '../../jobs/job-type.ts';

/** Defines a type that requests one address in one session. */
export const visitBy = (name: string, egress?: JobEgress) =>
  defineJobType({
    name,
    about: 'Requests an address, and returns what it got.',
    payload: z.strictObject({ url: z.url() }),
    ...(egress && { egress }),
    run: (job) =>
      job.withSession(async ({ identity, exitAddress, request }) => {
        const { status, bytes } = await request({ method: 'GET', url: job.payload.url });
        return { status, body: bytes.toString(), identity, exitAddress };
      }),
  });
