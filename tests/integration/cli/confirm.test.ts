import { expect, test } from 'vitest';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { startApiServer } from '../../support/api-server.ts';
import { runInTerminal } from '../../support/run-in-terminal.ts';
import { runProgram } from '../../support/run-program.ts';
import { expectTasks } from '../../support/run-tasks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

test('who types is asked before something is lost, a script or --yes is not', async () => {
  const folder = await temporaryFolder('confirm-');
  const env = { CRAWLCHAIN_CONTEXTS_FILE: `${folder}/contexts.json` };
  for (const name of ['one', 'two', 'three'])
    await runProgram('cli/main.ts', ['contexts', 'add', name, '--server', 'http://127.0.0.1:1'], env);
  const listed = async () =>
    (
      JSON.parse((await runProgram('cli/main.ts', ['contexts', 'list', '--json'], env)).stdout) as {
        name: string;
      }[]
    ).map(({ name }) => name);

  const kept = await runInTerminal(['contexts', 'remove', 'one'], 'n', env);
  expect(kept).toMatchObject({ code: 2 });
  expect(kept.shown).toMatch(/Remove the context one with its key\? \[y\/N\] .*Nothing was changed\./s);
  // Ctrl-C and Ctrl-D.
  for (const [key, code] of [
    ['\x03', 130],
    ['\x04', 2],
  ] as const) {
    const left = await runInTerminal(['contexts', 'remove', 'one'], key, env);
    expect(left, key).toMatchObject({ code });
    expect(left.shown).toMatch(/\[y\/N\] .*Nothing was changed\./s);
    expect(left.shown).not.toContain('Error');
  }
  expect(await listed()).toEqual(['one', 'two', 'three']);

  expect(await runInTerminal(['contexts', 'remove', 'one'], 'y', env)).toMatchObject({ code: 0 });
  const unasked = await runInTerminal(['contexts', 'remove', 'two', '--yes'], null, env);
  expect(unasked.code).toBe(0);
  expect(unasked.shown).not.toContain('[y/N]');
  expect(await runProgram('cli/main.ts', ['contexts', 'remove', 'three'], env)).toMatchObject({ code: 0 });
  expect(await listed()).toEqual([]);
});

test('a bulk action names the count before it starts', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url } = await startApiServer({ db, client });
  const handles = [];
  for (const name of ['one', 'two']) {
    const id = await makeDispensary(db, { name });
    handles.push((await startCrawl(client, { id, name, platform: 'dutchie', stateCode: 'AZ' })).handle);
  }
  await expectTasks({ apiUrl: url }).toHaveLength(2);
  const cancel = ['bulk', 'cancel', 'tasks', '--status', 'pending', '--server', url];
  const refused = await runInTerminal(cancel, 'n');
  expect(refused.shown).toMatch(/Cancel 2 tasks\? \[y\/N\] .*Nothing was changed\./s);
  expect(refused.code).toBe(2);
  const begun = await runInTerminal(cancel, 'yes');
  expect(begun.shown).toMatch(/is started, with 2 tasks\./);
});
