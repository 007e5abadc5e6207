import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandsOf, isGroup } from '../../../cli/command-tree.ts';
import { createProgram } from '../../../cli/program.ts';
import { PROJECT_ROOT, projectFiles, readProjectFile } from '../../architecture/source-files.ts';
import { findCallFault, readCallWords } from '../../support/command-calls.ts';
import { codeSpansOf, shellBlocksOf } from '../../support/page-commands.ts';

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

/** The calls in an example or a page's command: what follows each `crawlchain` that is called as a program. */
const callsIn = (text: string) =>
  [...text.matchAll(/(?:^|npx |\$\(|=\S+ |<\()crawlchain (?=[a-z-])(.*)/gm)].map(([, call = '']) => call);

async function wrongCalls(calls: Iterable<string>, isName = false): Promise<string[]> {
  const faults = [...new Set(calls)].map(async (call) => {
    const fault = await findCallFault(readCallWords(call), { isName });
    return fault === null ? [] : [`${call}: ${fault}`];
  });
  return (await Promise.all(faults)).flat();
}

test('examples of the help are calls that the command takes', async () => {
  const examples = (await placedCommands()).flatMap(({ command }) => command.exampleCalls);
  const calls = examples.flatMap(callsIn);
  expect(calls.length).toBeGreaterThanOrEqual(examples.length);
  expect(await wrongCalls(calls)).toEqual([]);
});

test('pages show calls that the command takes, and name commands and options that it has', async () => {
  const paths = new Set((await placedCommands()).map(({ path }) => path));
  const pages = projectFiles().filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
  const texts = pages.map(readProjectFile);
  const shown = texts.flatMap(shellBlocksOf).flatMap(callsIn);
  expect(shown.length).toBeGreaterThan(80);
  expect(await wrongCalls(shown)).toEqual([]);

  const spans = texts.flatMap(codeSpansOf);
  const bare = spans.filter((span) => paths.has(span.split(' ').slice(0, 2).join(' ')));
  const named = [...spans.flatMap(callsIn), ...bare];
  expect(named.length).toBeGreaterThan(80);
  expect(await wrongCalls(named, true)).toEqual([]);
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
