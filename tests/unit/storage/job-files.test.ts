import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJobFile } from '../../../storage/open-job-file.ts';
import { createJobFiles, type JobFiles } from '../../../storage/job-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file is kept under its job, and another one of its name takes its place', async () => {
  const root = await temporaryFolder('job-files-');
  const files = createJobFiles({ root });
  const save = (text: string) =>
    files.save('nightly', { name: 'page-1.json', bytes: Buffer.from(text) }, (_, publish) => publish());
  expect(await save('one')).toMatchObject({ path: 'jobs/nightly/page-1.json', bytes: 3 });
  await save('two');
  expect(await readFile(join(root, 'jobs/nightly/page-1.json'), 'utf8')).toBe('two');
  expect(await readdir(join(root, 'jobs/nightly'))).toEqual(['page-1.json']);
});

test.each([
  [
    'save',
    (files: JobFiles) =>
      files.save('nightly', { name: 'a', bytes: Buffer.from('a') }, (_, publish) => publish()),
  ],
  ['openPart', async (files: JobFiles) => (await files.openPart('nightly', 'a')).close()],
])('a folder that is deleted before its first file is there is created again: %s', async (_name, write) => {
  const root = await temporaryFolder('job-files-');
  const seen = { isDone: false, isDeleted: false };
  const written = write(createJobFiles({ root })).finally(() => (seen.isDone = true));
  while (!seen.isDone && !seen.isDeleted) {
    await rmdir(join(root, 'jobs/nightly')).then(
      () => (seen.isDeleted = true),
      () => undefined,
    );
  }
  await written;
  expect(seen).toEqual({ isDone: true, isDeleted: true });
});

test.each(['', '.', '..', '.hidden', 'a/b', '../up', 'a b', 'x'.repeat(151)])(
  'a name that is none is refused, and nothing is written: %j',
  async (name) => {
    const root = await temporaryFolder('job-files-');
    const saved = createJobFiles({ root }).save('nightly', { name, bytes: Buffer.from('x') }, (_, publish) =>
      publish(),
    );
    await expect(saved).rejects.toMatchObject({ kind: 'InvalidInput' });
    expect(await readdir(root)).toEqual([]);
  },
);

test('what stands in the place of a file is not opened: a link that leads elsewhere, a named pipe, a folder', async () => {
  const root = await temporaryFolder('job-places-');
  const folder = join(root, 'jobs/nightly');
  await mkdir(join(folder, 'folder'), { recursive: true });
  await writeFile(join(root, 'secret'), 'secret');
  await symlink(join(root, 'secret'), join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const name of ['link', 'pipe', 'folder'])
    expect(await openJobFile(root, `jobs/nightly/${name}`)).toBeNull();
});
