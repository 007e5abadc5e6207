import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { expectExamplesToRun } from '../support/run-examples.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MODULES = resolve('node_modules');

test('another project imports the built client, with its types, and runs the examples', async () => {
  const project = await temporaryFolder('another-project-');
  const client = join(project, 'node_modules/crawlchain-client');
  const built = await runProgram('scripts/build-client.ts', [client]);
  expect(built).toMatchObject({ code: 0, stderr: '' });
  await installOnly(project, client);
  await copyExamples(project);

  const checked = await promisify(execFile)(process.execPath, [join(MODULES, 'typescript/bin/tsc')], {
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  expect(checked.stdout).toBe('');
  await expectExamplesToRun(await createCrawlWorld({ dispensaries: 1, products: 20 }), project);
});

/** What the client's package names, and the types of Node: nothing else of ours can be reached. */
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
    // The others are modules that workers load.
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
