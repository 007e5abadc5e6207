import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findJobFaults, formatJobFaults } from '../../../jobs/find-job-faults.ts';
import { loadJobTypes } from '../../../jobs/load-job-types.ts';
import { JobTypesRefused, readModule } from '../../../jobs/read-module.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ZOD = pathToFileURL(join(import.meta.dirname, '../../../node_modules/zod/index.js')).href;

const readTypes = (paths: string[]) => loadJobTypes({ paths, read: readModule });

async function moduleOf(text: string): Promise<string> {
  const path = join(await temporaryFolder('job-types-'), 'types.mjs');
  await writeFile(path, text);
  return path;
}

test('the types of a module stand beside our own', async () => {
  const path = await moduleOf(`
    import { z } from '${ZOD}';
    export const jobTypes = [{ name: 'sync', about: 'Syncs.', payload: z.strictObject({ at: z.int() }), run() {} }];
  `);
  const types = await readTypes([path]);
  expect([...types.keys()]).toEqual(['download_media', 'default', 'echo', 'dummy', 'sync']);
  expect(findJobFaults(types, 'sync', { at: 1 })).toEqual([]);
  expect(formatJobFaults(findJobFaults(types, 'sync', { at: 1 }))).toBe(null);
  expect(formatJobFaults(findJobFaults(types, 'sync', { at: 'x', more: 1 }))).toMatch(
    /^payload\.at does not fit: .+\. payload does not fit: .+"more"\.$/,
  );
  expect(formatJobFaults(findJobFaults(types, 'other', {}))).toBe(
    'job_type takes one of download_media, default, echo, dummy, sync, got "other".',
  );
  expect(formatJobFaults(findJobFaults(types, 'sync', [1]))).toBe('payload takes a JSON object.');
});

const type = (fields: string) => `export const jobTypes = [{ ${fields} }];`;
const SOUND = "name: 'sync', about: 'a', payload: { safeParse() {} }, run() {}";

test.each([
  ['export const types = [];', 'it exports no list `jobTypes`'],
  ['throw new Error("broken")', 'it cannot be loaded: broken'],
  [
    type("name: 'Sync'"),
    'name is "Sync", and takes up to 63 small letters, digits and underscores, a letter first, in its type 1',
  ],
  [type("name: 'sync'"), 'about takes a sentence in its type 1'],
  [
    type("name: 'sync', title: ''"),
    'title is "", and takes 1 to 100 characters, none of them a control character, in its type 1',
  ],
  [type(`title: 'echo', ${SOUND}`), 'the title "echo" of sync leads to echo'],
  [
    type(`retry: { kind: 'linear', base: 5, max: 60, jitter: 0 }, ${SOUND}`),
    'retry.jitter takes a share, from 0.05 to 1 in its type 1',
  ],
  [type(`obeysRobots: 'no', ${SOUND}`), 'obeysRobots takes true or false in its type 1'],
  [type(`egress: 'none', ${SOUND}`), 'egress takes proxied or direct in its type 1'],
  [type("name: 'sync', about: 'a', payload: {}"), 'payload takes a schema of zod in its type 1'],
  [type("name: 'sync', about: 'a', payload: { safeParse() {} }"), 'run takes a function in its type 1'],
  [
    type(`${SOUND}, isolation: 'none'`),
    'isolation is "none", and takes process, the only one that modules may have, in its type 1',
  ],
  [type(`${SOUND}, env: 'ANN_TOKEN'`), 'env takes a list of names of variables in its type 1'],
  [type(SOUND).replace("'sync'", "'download_media'"), 'it names download_media, which another one has'],
])('a module that is none is refused: %s', async (text, why) => {
  const path = await moduleOf(text);
  const refusal = await readTypes([path]).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(JobTypesRefused);
  expect((refusal as Error).message).toBe(`JOB_TYPES: ${path} cannot be used: ${why}.`);
});
