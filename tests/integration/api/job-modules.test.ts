import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('the API runs no code of a module', async () => {
  const module = join(await temporaryFolder('job-types-'), 'types.mjs');
  const zod = new URL('../../../node_modules/zod/index.js', import.meta.url).href;
  await writeFile(
    module,
    `import { z } from '${zod}';
    process.emit('ran-a-module');
    const payload = z.strictObject({ pid: z.int().refine((pid) => pid !== process.pid) });
    export const jobTypes = [{ name: 'look', about: 'Looks.', payload, run() {} }];`,
  );
  let hasRun = false;
  process.on('ran-a-module' as never, () => (hasRun = true));
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { call } = await startApiServer({ db, client, env: { JOB_TYPES: module } });
  const { items } = (await call<{ items: object[] }>('GET', '/api/job-types')).body;
  const schema = { properties: { pid: { type: 'integer' } }, required: ['pid'] };
  expect(items.at(-1)).toMatchObject({ name: 'look', title: 'Look', payload: schema });
  const create = (payload: object) => call('POST', '/api/jobs', { body: { job_type: 'look', payload } });
  expect(await create({ pid: 'x' })).toMatchObject({
    status: 422,
    body: {
      code: 'impossible',
      errors: [
        { pointer: '/payload/pid', detail: expect.stringMatching(/^payload\.pid \(body\) does not fit: /) },
      ],
    },
  });
  expect((await create({ pid: process.pid })).status).toBe(201);
  expect(hasRun).toBe(false);
});
