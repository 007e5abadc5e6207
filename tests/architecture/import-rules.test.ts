import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './source-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

/** Planted imports, and the rules that must report them. That the project has no such imports is checked by `npm run check:imports`. */
const BREACHES: { file: string; code: string; rules: string[] }[] = [
  { file: 'domain/a.ts', code: `import '../db/connect.ts';`, rules: ['domain-layer'] },
  {
    file: 'domain/b.ts',
    code: `import type { Db } from '../db/connect.ts'; export type B = Db;`,
    rules: ['domain-layer-types'],
  },
  { file: 'domain/c.ts', code: `import 'node:fs';`, rules: ['pure-folders', 'workflow-packages'] },
  { file: 'platforms/a.ts', code: `import '../egress/fetch.ts';`, rules: ['platforms-layer'] },
  { file: 'config/a.ts', code: `import '../domain/empty.ts';`, rules: ['config-layer'] },
  { file: 'http-guard/a.ts', code: `import '../config/empty.ts';`, rules: ['http-guard-layer'] },
  { file: 'http-guard/b.ts', code: `import 'node:http';`, rules: ['pure-folders'] },
  { file: 'egress/a.ts', code: `import '../db/connect.ts';`, rules: ['egress-layer'] },
  { file: 'storage/a.ts', code: `import '../platforms/empty.ts';`, rules: ['storage-layer'] },
  { file: 'db/a.ts', code: `import '../storage/empty.ts';`, rules: ['db-layer'] },
  { file: 'stages/a.ts', code: `import '../activities/empty.ts';`, rules: ['stages-layer'] },
  { file: 'activities/a.ts', code: `import '../workflows/empty.ts';`, rules: ['activities-layer'] },
  { file: 'workflows/a.ts', code: `import '../activities/empty.ts';`, rules: ['workflows-layer'] },
  { file: 'workflows/b.ts', code: `import 'zod';`, rules: ['workflow-packages'] },
  { file: 'temporal-client/a.ts', code: `import '../workflows/empty.ts';`, rules: ['temporal-client-layer'] },
  {
    file: 'temporal-config/a.ts',
    code: `import '../temporal-client/empty.ts';`,
    rules: ['temporal-config-layer'],
  },
  { file: 'activities/b.ts', code: `import '@temporalio/client';`, rules: ['client-in-one-place'] },
  { file: 'reports/a.ts', code: `import '../activities/empty.ts';`, rules: ['reports-layer'] },
  { file: 'payloads/a.ts', code: `import '../egress/fetch.ts';`, rules: ['payloads-layer'] },
  { file: 'api/a.ts', code: `import '../activities/empty.ts';`, rules: ['api-layer'] },
  { file: 'cli/a.ts', code: `import '../activities/empty.ts';`, rules: ['cli-layer'] },
  { file: 'workers/a.ts', code: `import '../sandbox/empty.ts';`, rules: ['sandbox-apart', 'workers-layer'] },
  { file: 'faults/a.ts', code: `import '../tests/empty.ts';`, rules: ['faults-without-tests'] },
  { file: 'sandbox/a.ts', code: `import '../domain/empty.ts';`, rules: ['sandbox-layer'] },
  { file: 'local/a.ts', code: `import '../config/empty.ts';`, rules: ['local-layer'] },
  { file: 'observability/a.ts', code: `import '../config/empty.ts';`, rules: ['observability-layer'] },
  { file: 'egress/c.ts', code: `import './d.ts';`, rules: ['no-cycles'] },
  // The other half of the cycle of `egress/c.ts`. A cycle is reported only once.
  { file: 'egress/d.ts', code: `import './c.ts';`, rules: [] },
  {
    file: 'egress/g.ts',
    code: `import type { H } from './h.ts'; export interface G { h: H }`,
    rules: ['no-cycles'],
  },
  { file: 'egress/h.ts', code: `import type { G } from './g.ts'; export interface H { g: G }`, rules: [] },
  {
    file: 'egress/e.ts',
    code: `import './nowhere.ts';`,
    rules: ['no-undeclared-packages', 'not-to-unresolvable'],
  },
  { file: 'egress/f.ts', code: `import 'postcss';`, rules: ['no-undeclared-packages'] },
];

/** Allowed imports that look like breaches. */
const ALLOWED = [
  { file: 'workflows/good.ts', code: `import type { A } from '../activities/empty.ts'; export type B = A;` },
  {
    file: 'temporal-client/good.ts',
    code: `import '@temporalio/client'; import '../workflows/messages.ts';`,
  },
  { file: 'activities/good.ts', code: `import '../db/connect.ts'; import '../payloads/empty.ts';` },
  { file: 'workers/good.ts', code: `import '../activities/empty.ts'; import '../config/empty.ts';` },
];

const TARGETS = [
  'db/connect.ts',
  'egress/fetch.ts',
  'workflows/messages.ts',
  ...[
    'domain',
    'storage',
    'payloads',
    'platforms',
    'workflows',
    'activities',
    'temporal-client',
    'sandbox',
    'config',
    'tests',
  ].map((folder) => `${folder}/empty.ts`),
];

test('every breach of the import rules is found, and nothing else', async () => {
  const folder = await temporaryFolder('import-rules-');
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    await symlink(join(PROJECT_ROOT, name), join(folder, name));
  const empty = TARGETS.map((file) => ({ file, code: 'export type A = 1; export type Db = 1;' }));
  for (const { file, code } of [...empty, ...BREACHES, ...ALLOWED]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${code}\n`);
  }

  const found = await cruise(folder);
  const expected = BREACHES.flatMap(({ file, rules }) => rules.map((rule) => `${file}: ${rule}`));
  expect(found).toEqual(expected.sort());
});

/** Returns a line for each violation: the file and the rule. */
async function cruise(folder: string): Promise<string[]> {
  const program = join(PROJECT_ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(PROJECT_ROOT, '.dependency-cruiser.cjs');
  const { stdout } = await run(
    process.execPath,
    [program, '--config', config, '--output-type', 'json', '.'],
    { cwd: folder, maxBuffer: 50_000_000 },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return [...new Set(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`))].sort();
}
