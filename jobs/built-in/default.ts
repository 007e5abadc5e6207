import { z } from 'zod';
import { FALLBACK_TYPE } from '../../domain/job-title.ts';
import { defineOwnJobType } from '../job-type.ts';

/** Accepts every payload, so that work whose type does not exist yet can be requested and followed. */
export const defaultType = defineOwnJobType({
  name: FALLBACK_TYPE,
  title: 'Default',
  about: 'Does nothing, with any payload: it runs for titles that no type has, where a request allows it.',
  payload: z.record(z.string(), z.unknown()),
  run() {},
});
