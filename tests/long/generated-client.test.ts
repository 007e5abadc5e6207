import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { givenKey, startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program of a third party that uses the types which were generated from the API's document. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const [baseUrl = '', key = '', dispensary = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
const started = await client.POST('/api/tasks', {
  body: { role: 'payload_fetch', dispensary_id: Number(dispensary), images: false },
});
if (started.error !== undefined) throw new Error(started.error.detail);
const id: string = started.data.id;
for (;;) {
  const { data, error } = await client.GET('/api/tasks/{id}', { params: { path: { id } } });
  if (error !== undefined) throw new Error(error.detail);
  if (data.completed_at !== null) {
    process.stdout.write(JSON.stringify({ id, status: data.status, role: data.role }));
    break;
  }
}
`;

const SETTINGS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    types: ['node'],
  },
  files: ['use.ts', 'api.d.ts'],
};

test('a client that is made from the document compiles, starts a crawl and follows it to its end', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { dispensary } = await addLargestDispensary(world);
  const { url, call } = await startApiServer(world);
  const { text } = await call('GET', '/openapi.json');
  const folder = await temporaryFolder('generated-client-');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{"type": "module"}'),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS)),
    writeFile(join(folder, 'use.ts'), PROGRAM),
    writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(text))),
  ]);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compiled = await runProgram(tsc, ['--project', folder]);
  expect(compiled.stdout).toBe('');
  expect(compiled.code).toBe(0);
  await world.startWorker();
  const key = String((await givenKey(world.db, 'operate')).authorization).slice('Bearer '.length);
  const { stdout, stderr } = await runProgram(join(folder, 'use.ts'), [url, key, String(dispensary.id)]);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', role: 'payload_fetch' });
});
