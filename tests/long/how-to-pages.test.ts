import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from '../architecture/source-files.ts';
import { findCallFault, readCallWords } from '../support/command-calls.ts';
import { followPage, withOwnValues, type Follower } from '../support/follow-page.ts';
import { makeLegacyData } from '../support/legacy-data.ts';
import { openShell } from '../support/open-shell.ts';
import { codeSpansOf, readPageCommands } from '../support/page-commands.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

// The pages that are followed beside a running `npm start`. Those about real servers are in tests/integration/how-to-pages.test.ts.

type Operator = Awaited<ReturnType<typeof startAsWritten>>;

/** Starts Crawlchain as the page about job types says, and returns an operator who follows pages. */
async function startAsWritten() {
  const folder = await temporaryFolder('how-to-');
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  // The sandbox's proxies are on this machine.
  const env: NodeJS.ProcessEnv = { ...process.env, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'STORAGE_ROOT']) delete env[name];
  const shell = openShell(env, folder);
  const places: [string, string][] = [
    ['npx crawlchain', `npx crawlchain --data-dir ${dataDir}`],
    ['.data/', `${dataDir}/`],
  ];
  const run = (line: string): Promise<string> => shell.run(withOwnValues(line, places));
  const crawlchain = (words: string): Promise<string> => run(`npx crawlchain ${words}`);
  const serve = (line: string, ready: RegExp) => shell.serve(withOwnValues(line, places), ready);

  const [start = ''] = await readPageCommands('write-a-job-type');
  expect(start).toMatch(/ npm start$/);
  const options = `--dispensaries 3 --products 8 --data-dir ${dataDir}`;
  await serve(`${start} -- ${options} 2>&1`, /Everything stays up/);
  const exported = await crawlchain('env');
  for (const [, name = '', value = ''] of exported.matchAll(/^export (\w+)='(.*)'$/gm)) env[name] = value;
  return {
    folder,
    env,
    crawlchain,
    serve,
    control: await openControl(dataDir),
    follow: (page: string, more: Partial<Follower> = {}) => followPage(page, { run, values: [], ...more }),
  };
}

/** Returns the calls of the sandbox's control server. */
async function openControl(dataDir: string) {
  const state = await readFile(join(dataDir, 'sandbox/state.json'), 'utf8');
  const { ports } = JSON.parse(state) as { ports: { control: number } };
  return async (method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const { ok } = await fetch(`http://127.0.0.1:${ports.control}/control/${path}`, init);
    expect(ok).toBe(true);
  };
}

test('the pages that are followed beside npm start work as written', async () => {
  const operator = await startAsWritten();
  await expectJobs(operator);
  await expectCrawls(operator);
  await expectSchedules(operator);
  await expectProxies(operator);
  await expectDecisions(operator);
  await expectRunbook(operator);
  await expectScaling(operator);
  await expectMigration(operator);
});

async function expectJobs({ follow }: Operator): Promise<void> {
  const printed = await follow('write-a-job-type', { notRun: / npm start$/ });
  expect([...printed.values()].join('')).toMatch(/ is completed: \{"pages":1,"posts":\d+\}/);
}

async function expectCrawls({ follow, crawlchain }: Operator): Promise<void> {
  const printed = await follow('start-a-crawl', {
    before: {
      // Only a running chain can be cancelled.
      'temporal workflow cancel': async () => {
        await crawlchain("platforms stop dutchie --reason 'a chain waits'");
        await crawlchain('crawl 1');
      },
      'temporal workflow reset': async () => void (await crawlchain('platforms start dutchie')),
    },
  });
  expect(printed.get('npx crawlchain crawl 1 --wait')).toContain('crawl/1 is completed, with payload ');
  expect(printed.get('temporal workflow show --workflow-id crawl/1 --follow')).toMatch(/Status +COMPLETED/);
}

async function expectSchedules({ follow }: Operator): Promise<void> {
  const printed = await follow('change-a-schedule');
  expect(printed.get('npx crawlchain schedules diff')).toContain(
    'interval: 2h, changed by an operator; kept',
  );
  expect([...printed.values()].at(-1)).toContain('"id":"new_in_phoenix"');
}

async function expectProxies({ follow, crawlchain, folder }: Operator): Promise<void> {
  const list = join(folder, 'proxies.txt');
  await writeFile(list, await crawlchain('proxies export --format url'));
  const printed = await follow('add-proxies', {
    values: [['proxies.txt', list]],
    // These change the key of all processes.
    notRun: /^export PROXY_PASSWORD_KEY=| reseal /,
  });
  expect(printed.get('npx crawlchain proxies list')).toMatch(
    /^1 +http:\/\/rotator-a@\S+ +provider-a +- +active /m,
  );
  expect([...printed.values()].join('')).toContain('"updated":3');
}

interface DoubtedMenu {
  id: number;
  dispensary_id: number;
  current_payload_id: number;
}

async function expectDecisions({ follow, crawlchain, control }: Operator): Promise<void> {
  await control('POST', 'lies', { kind: 'prices-times-100' });
  for (const id of [1, 2]) await crawlchain(`crawl ${id} --wait || test $? = 1`);
  await control('DELETE', 'lies');
  const doubted = JSON.parse(await crawlchain('quarantine list --json')) as DoubtedMenu[];
  const [first, second] = [1, 2].map((id) => doubted.find((menu) => menu.dispensary_id === id));
  const printed = await follow('decide-about-doubted-menus', {
    values: [
      ['reject SUSPECT', `reject ${second?.id}`],
      ['SUSPECT', String(first?.id)],
      ['ACCEPTED', String(first?.current_payload_id)],
    ],
  });
  const text = [...printed.values()].join('');
  expect(text).toContain(`Payload ${first?.id} is confirmed; `);
  expect(text).toContain(`Payload ${second?.id} is rejected.`);
}

async function expectRunbook({ follow, crawlchain, control, env }: Operator): Promise<void> {
  const store = JSON.parse(await crawlchain('dispensaries show 3 --json')) as {
    platform_dispensary_id: string;
  };
  const rule = {
    match: { dispensaryId: store.platform_dispensary_id },
    action: { type: 'status', status: 404 },
  };
  await control('POST', 'faults', { rules: [rule] });
  await crawlchain('crawl 3 --wait || test $? = 1');
  await control('DELETE', 'faults');
  const [failed] = JSON.parse(await crawlchain('tasks list --status failed --json')) as { id: string }[];
  env['TASK'] = failed?.id;
  // A finding of the doctor ends it with 1.
  const printed = await follow('runbook', {
    values: [['crawlchain doctor', 'crawlchain doctor || test $? = 1']],
  });
  expect(printed.get('npx crawlchain tasks show $TASK')).toContain('NotFound');
  expect(printed.get('npx crawlchain status')).not.toMatch(/--data-dir.+--data-dir/);
  expect(printed.get('npx crawlchain tasks retry $TASK')).toContain(' is started');

  const columns = readProjectFile('docs/how-to/runbook.md').matchAll(/^\|[^|]+\|([^|]+)\|/gm);
  const calls = new Set([...columns].flatMap(([, column = '']) => codeSpansOf(column)));
  expect(calls.size).toBeGreaterThan(12);
  for (const call of calls) {
    const words = readCallWords(call);
    expect(await findCallFault(words, { isName: false })).toBeNull();
    await crawlchain(`${words.join(' ')} || test $? = 1`);
  }
}

async function expectScaling({ follow, serve }: Operator): Promise<void> {
  const start = codeSpansOf(readProjectFile('docs/how-to/scale.md')).find((span) =>
    span.startsWith('. .data/'),
  );
  await serve(`sh -c '${start?.replace('worker-2', 'worker-3')}'`, /"msg":"serving"/);
  const printed = await follow('scale');
  expect([...printed.values()].at(-1)).toContain('worker-3');
}

async function expectMigration({ follow, folder }: Operator): Promise<void> {
  const old = await createEmptyDatabase();
  await makeLegacyData(old.db);
  const printed = await follow('migrate-from-the-old-queue', {
    values: [
      ['postgres://user:password@host:5432/old', old.url],
      ['/storage/payloads', folder],
      // Some old rows cannot be imported, which ends it with 1.
      ['--dry-run', '--dry-run || test $? = 1'],
    ],
  });
  expect([...printed.values()].at(-1)).toMatch(/^dispensaries +2 +0 +0 +2$/m);
}
