import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { saveSandboxProxies } from '../../../faults/world/save-sandbox-proxies.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import { sandboxEnvironment } from '../../../scripts/start/stack.ts';
import { runInTerminal } from '../../support/run-in-terminal.ts';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('shell shows what each parser makes of the first page of a menu, and stores none', async () => {
  const folder = await temporaryFolder('shell-');
  const { db, url: DATABASE_URL } = await createTestDatabase();
  const sandbox = await startSandbox({
    stateDir: join(folder, 'sandbox'),
    dispensaries: 1,
    products: 10,
  });
  onTestFinished(() => sandbox.close());
  const { info } = sandbox;
  const keyFile = join(folder, 'proxy-password.key');
  await saveSandboxProxies(db, keyFile, info);
  const { dispensaries } = (await (await fetch(`${info.controlUrl}/control/truth`)).json()) as {
    dispensaries: { slug: string; name: string }[];
  };
  const { slug, name } = dispensaries[0]!;
  const env = { ...sandboxEnvironment(info), DATABASE_URL, PROXY_PASSWORD_KEY_FILE: keyFile };
  const shell = (url: string) => runProgram('cli/main.ts', ['shell', url], env);

  const seen = await shell(`${info.menuBaseUrl}/dispensary/${slug}`);
  expect(seen, seen.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(seen.stdout).toContain(`platform        dutchie, ${slug}\nstore           ${name} (`);
  expect(seen.stdout).toMatch(
    /^identity +proxy \d+, .+; exit address 203\.0\.113\.\d+\nanswer +\d+ bytes on the wire/m,
  );
  expect(seen.stdout).toMatch(/^dutchie +\d+ +\d+ +\d+ +\d+\.\d\d to \d+\.\d\d /m);
  expect(seen.stdout).toMatch(/^blaze +- +- +- +- +it is no menu of this platform$/m);
  expect(await db.selectFrom('dispensaries').select('id').execute()).toEqual([]);

  // The pause of a breaker is over. Its trial belongs to the workers, which record what came of it.
  await sql`insert into target_breakers (target, open_until, openings) values ('dutchie', now() - interval '1 second', 1)`.execute(
    db,
  );
  await sql`create function refuse_trial() returns trigger language plpgsql as $$ begin raise 'the shell took the trial'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_trial before update on target_breakers execute function refuse_trial()`.execute(
    db,
  );
  expect(await shell(`${info.menuBaseUrl}/dispensary/${slug}`)).toMatchObject({ code: 0, stderr: '' });

  const unknown = await shell(`${info.menuBaseUrl}/dispensary/nobody`);
  expect(unknown).toMatchObject({ code: 1, stdout: expect.stringMatching(/^failed +NotFound: /m) });

  // Ctrl-C and Ctrl-D at the prompt.
  for (const [key, code] of [
    ['\x03', 130],
    ['\x04', 0],
  ] as const) {
    const left = await runInTerminal(['shell'], key, env);
    expect(left, left.shown).toMatchObject({ code });
    expect(left.shown).not.toContain('Error');
  }
});
