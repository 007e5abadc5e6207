import { CommanderError } from 'commander';
import { commandsOf, isGroup } from '../../cli/command-tree.ts';
import { createProgram } from '../../cli/program.ts';

/** What pages and help have in place of a reader's own value: `ID…`, `SUSPECT`, `$TASK`. A state, such as `AZ`, is a value. */
const PLACEHOLDER = /^(\$[A-Z]+|ID|[A-Z]{3,})…?$/;

/** A word of a shell line: quoted, printed by another command, or plain. */
const WORD = / *("\$\([^)]*\)"|'[^']*'|"[^"]*"|[^\s'"|;)<>#]+)/gy;

/**
 * Reads the words of a call up to a pipe, a redirection, a comment, or the end. A placeholder becomes `1`, the output of another
 * command a time, and what is optional is given.
 * @param text what follows `crawlchain` in a shell line
 */
export function readCallWords(text: string): string[] {
  return [...text.matchAll(WORD)].map(([, word = '']) => {
    if (word.startsWith('"$(')) return '2026-01-01T00:00:00Z';
    return PLACEHOLDER.test(word) ? '1' : word.replaceAll(/^['"[]|['"\]]$/g, '');
  });
}

/** Commander's codes for something that a call lacks. */
const LACKING = [
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
];

/**
 * Checks that the command takes a call, without running it.
 * @param words those after `crawlchain`
 * @param isName whether the words may only name a command or a group, as prose does, without what a call of it needs
 * @returns what the command complains about, or null
 */
export async function findCallFault(
  words: string[],
  { isName }: { isName: boolean },
): Promise<string | null> {
  const program = await createProgram(words);
  const silent = { writeErr: () => undefined, writeOut: () => undefined };
  program.configureOutput(silent);
  const placed = commandsOf(program);
  if (isName && placed.some((one) => isGroup(one) && one.path === words.join(' '))) return null;
  for (const { command } of placed) command.action(() => undefined).configureOutput(silent);
  const called = placed.findLast(({ path }) => `${words.join(' ')} `.includes(`${path} `));
  const confirms = called?.command.options.some(({ long }) => long === '--yes') ? ['--yes'] : [];
  try {
    await program.parseAsync([...words, ...confirms], { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    if (isName && error instanceof CommanderError && LACKING.includes(error.code)) return null;
    return error instanceof Error ? error.message : String(error);
  }
}
