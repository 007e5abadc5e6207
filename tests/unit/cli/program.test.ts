import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandsOf, isGroup } from '../../../cli/command-tree.ts';
import { createProgram } from '../../../cli/program.ts';
import { PROJECT_ROOT } from '../../architecture/source-files.ts';

const program = createProgram([]);

async function placedCommands() {
  return commandsOf(await program);
}

test('the servers of `npm start` are looked for in the checkout of the command, wherever it is called', async () => {
  expect((await program).opts()).toEqual({ dataDir: join(PROJECT_ROOT, '.data') });
});

describe('every command', () => {
  test('is described, with its arguments and options', async () => {
    const silent = (await placedCommands()).flatMap(({ path, command }) => [
      ...(command.description() === '' ? [path] : []),
      ...command.options.filter(({ description }) => !description).map(({ flags }) => `${path} ${flags}`),
      ...command.registeredArguments
        .filter(({ description }) => !description)
        .map((argument) => `${path} <${argument.name()}>`),
    ]);
    expect(silent).toEqual([]);
  });

  test('has examples in its help', async () => {
    const without = (await placedCommands()).filter(
      (placed) => !isGroup(placed) && placed.command.exampleCalls.length === 0,
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  test('that changes something answers programs too', async () => {
    const has = ({ command }: Awaited<ReturnType<typeof placedCommands>>[number], option: string) =>
      command.options.some(({ long }) => long === option);
    const changing = (await placedCommands()).filter((placed) => has(placed, '--reason'));
    const silent = changing.filter((placed) => !has(placed, '--json')).map(({ path }) => path);
    // This command has no machine-readable output: it prints instructions about files and settings for people.
    expect(silent).toEqual(['proxies reseal']);
  });
});

test('examples call commands and options that exist', async () => {
  const commands = await placedCommands();
  const wrong = commands.flatMap(({ path, command }) => {
    const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
    return command.exampleCalls.filter((example) => {
      const [, call = ''] = new RegExp(`crawlchain ${path}( [^|<>)]*|$|\\))`).exec(example) ?? [];
      const flags = call.replaceAll(/'[^']*'/g, '').match(/(?<= )--?[a-z][a-z-]*/g) ?? [];
      return !example.includes(`crawlchain ${path}`) || flags.some((flag) => !known.has(flag));
    });
  });
  expect(wrong).toEqual([]);
});

test('a call loads its own group alone, and completion all of them', async () => {
  for (const before of [[], ['--data-dir', 'status'], ['--data-dir=.data']]) {
    const { commands } = await createProgram([...before, 'workers', 'list']);
    expect(commands.map((command) => command.name())).toEqual(['workers']);
  }
  const all = await createProgram(['completion', 'bash']);
  expect(all.commands.length).toBe((await program).commands.length);
});

test('a wrong argument is named as the help names it', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const call = (await createProgram(['proxies'])).parseAsync(['proxies', 'enable', 'abc'], { from: 'user' });
  await expect(call).rejects.toThrow('abc');
  expect(written.mock.calls[0]?.[0]).toMatch(/^error: 'abc' is invalid for <id>\. It takes /);
});
