import { z } from 'zod';
import { variable } from './variable.ts';

/** The addresses of the systems that Crawlchain replaces. */
export const LEGACY_VARIABLES = {
  LEGACY_DATABASE_URL: variable({
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    takes: 'a PostgreSQL URL',
    about:
      'The database of the system that Crawlchain replaces, for the migration and `crawlchain import legacy`. Unset, the migration looks for its tables in DATABASE_URL; docs/how-to/migrate-from-the-old-queue.md.',
    secret: true,
  }),
} as const;
