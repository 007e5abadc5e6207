import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeKey } from '../../db/api-key-text.ts';
import { addApiKey } from '../../db/queries/api-keys.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { expectExamplesToRun } from '../support/run-examples.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const MODULES = resolve('node_modules');

test('another project imports the built client, with its types, and runs the examples', async () => {
  const project = await temporaryFolder('another-project-');
  const client = join(project, 'node_modules/crawlchain-client');
  await mkdir(join(project, 'node_modules'));
  await rename(await buildPackages('client'), client);
  await installOnly(project, client);
  await copyExamples(project);

  expect(await typeErrorsIn(project)).toBe('');
  await expectExamplesToRun(await createCrawlWorld({ dispensaries: 1, products: 20 }), project);
});

test('an empty project installs the packed API client, and crawls a store with a URL and a key', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  const { id, text: key, secretSha256 } = makeKey();
  await addApiKey(world.db, { id, name: 'another project', scope: 'operate', secretSha256, expiresAt: null });
  const { url } = await startApiServer({ db: world.db, client: world.client });

  const project = await temporaryFolder('api-project-');
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: await buildPackages('api-client'),
  });
  const readme = await readFile('api-client/README.md', 'utf8');
  const [, example = ''] = /```ts\n([^]+?)```/.exec(readme) ?? [];
  await writeFile(join(project, 'crawl.ts'), example);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { '@types/node': nodeTypes } = await ourDependencies();
  const names = [`./${packed.stdout.trim()}`, `@types/node@${nodeTypes}`];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...names], { cwd: project });

  expect(await typeErrorsIn(project)).toBe('');
  const crawl = (CRAWLCHAIN_KEY: string) =>
    runProgram(join(project, 'crawl.ts'), [], { CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY });
  expect(await crawl('wrong')).toMatchObject({ code: 1, stderr: expect.stringContaining('(unknown-key)') });
  expect(await crawl(key)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${dispensary.name}: crawl/\\d+ is started\n$`)),
    stderr: '',
  });
  const handle = world.client.workflow.getHandle(crawlDispensaryId(dispensary.id));
  expect((await handle.describe()).status.name).toBe('RUNNING');
});

test('a folder that holds something else is left as it is', async () => {
  const folder = await temporaryFolder('not-ours-');
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'client/letter.txt'), 'mine');
  const refused = await runProgram('scripts/build-client.ts', [folder]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no crawlchain-client') });
  expect(await readdir(folder)).toEqual(['client']);
  expect(await readdir(join(folder, 'client'))).toEqual(['letter.txt']);
});

/** Builds the packages. @returns the folder of the named one */
async function buildPackages(name: 'api-client' | 'client'): Promise<string> {
  const folder = await temporaryFolder('packages-');
  const built = await runProgram('scripts/build-client.ts', [folder]);
  expect(built).toMatchObject({ code: 0, stderr: '' });
  return join(folder, name);
}

async function ourDependencies(): Promise<Record<string, string>> {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return devDependencies;
}

/** Returns what the compiler finds wrong in a project. */
async function typeErrorsIn(project: string): Promise<string> {
  const compiler = join(MODULES, 'typescript/bin/tsc');
  const checked = await run(process.execPath, [compiler], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  return checked.stdout;
}

/** Links only the dependencies of the client's package and the types of Node, so that nothing else of this project can be imported. */
async function installOnly(project: string, client: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(client, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const place = join(project, 'node_modules', name);
    await mkdir(join(place, '..'), { recursive: true });
    await symlink(join(MODULES, name), place);
  }
}

async function copyExamples(project: string): Promise<void> {
  for (const name of await readdir('examples')) {
    const text = await readFile(join('examples', name), 'utf8');
    // The other examples are modules that workers load.
    if (!text.includes("'../temporal-client/crawlchain-client.ts'")) continue;
    await writeFile(
      join(project, name),
      text.replace("'../temporal-client/crawlchain-client.ts'", "'crawlchain-client'"),
    );
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  const { compilerOptions } = JSON.parse(await readFile('tsconfig.json', 'utf8')) as {
    compilerOptions: object;
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
}
