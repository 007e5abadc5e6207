import { z } from 'zod';
import { defineOwnJobType } from '../job-type.ts';

/** Shows that jobs run, at the least cost. */
export const echo = defineOwnJobType({
  name: 'echo',
  title: 'Echo',
  about: 'Returns its payload as its result.',
  payload: z.record(z.string(), z.unknown()),
  run: ({ payload }) => payload,
});
