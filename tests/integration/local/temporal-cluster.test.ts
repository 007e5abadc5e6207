import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, type TestContext } from 'vitest';
import { findBuiltClusterPrograms } from '../../../local/cluster-programs.ts';
import { makeTemporaryDir } from './running-owner.ts';

const DYNAMIC_CONFIG = fileURLToPath(
  new URL('../../../temporal-config/dynamic-config/cluster.yaml', import.meta.url),
);

/** Returns what the server reports about a dynamic configuration. Its exit code is 0 whatever it finds. */
async function validate(path: string, context: TestContext): Promise<string[]> {
  const programs = await findBuiltClusterPrograms(process.env);
  if (programs === null)
    return context.skip('the server is not built here; `npm run test:cluster` builds it');
  const { stdout } = await promisify(execFile)(programs.server, ['validate-dynamic-config', path]);
  const [file, ...findings] = stdout.trimEnd().split('\n');
  expect(file).toBe(path);
  return findings;
}

it('the server knows every key and type of the dynamic configuration', async (context) => {
  expect(await validate(DYNAMIC_CONFIG, context)).toEqual([]);
});

it('the server would tell of a key and of a type that it does not know', async (context) => {
  const path = join(await makeTemporaryDir(), 'wrong.yaml');
  await writeFile(path, 'matching.prioritylevls:\n  - value: 10\nlimit.maxIDLength:\n  - value: many\n');
  expect(await validate(path, context)).toEqual([
    expect.stringContaining('unregistered key "matching.prioritylevls"'),
    expect.stringContaining('value type is not int'),
  ]);
});
