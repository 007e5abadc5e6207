import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completionScript } from '../../../../../cli/commands/completion/completion-scripts.ts';
import { completionTable } from '../../../../../cli/commands/completion/completion-table.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { createProgram } from '../../../../../cli/program.ts';

const table = completionTable(await createProgram([]));

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** Returns the completions that bash offers for the last word. */
function offeredByBash(...text: string[]): string[] {
  return offeredBy(table, text);
}

function offeredBy(known: typeof table, text: string[]): string[] {
  const typed = text.map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash', known)}
COMP_WORDS=(crawlchain ${typed}); COMP_CWORD=${text.length}; _crawlchain; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  return printed.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  test('offers groups, then what is below them', () => {
    expect(offeredByBash('pay')).toEqual(['payloads']);
    expect(offeredByBash('payloads', '')).toEqual(['list', 'diff', 'fields', '--help']);
    expect(offeredByBash('--data-dir', 'x', 'payloads', 'l')).toEqual(['list']);
  });

  test('offers options, and what they take where that is known', () => {
    expect(offeredByBash('crawl', '1', '--')).toEqual([
      '--wait',
      '--priority',
      '--no-images',
      '--json',
      '--server',
      '--context',
      '--reason',
      '--help',
    ]);
    expect(offeredByBash('discover', '--platform', '')).toEqual(['dutchie', 'blaze']);
    expect(offeredByBash('completion', 'f')).toEqual(['fish']);
    expect(offeredByBash('crawl', '--priority', '')).toEqual([]);
  });

  test('offers statuses, platforms, and the programs whose logs there are', async () => {
    expect(offeredByBash('tasks', 'list', '--status', 'pend')).toEqual(['pending']);
    expect(offeredByBash('jobs', 'list', '--status', 'c')).toEqual(['completed', 'cancelled']);
    expect(offeredByBash('platforms', 'stop', 'd')).toEqual(['dutchie']);
    const dataDir = join(await temporaryFolder("complete-it's-"), '$& data');
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    for (const name of ['worker', 'api']) await writeFile(join(dataDir, 'logs', `${name}.log`), '');
    const program = await createProgram([]);
    const here = completionTable(program.setOptionValue('dataDir', dataDir));
    expect(offeredBy(here, ['logs', 'w'])).toEqual(['worker']);
  });

  test('completes what follows an equals sign, which bash gives as a word of its own', () => {
    expect(offeredByBash('discover', '--platform', '=', 'du')).toEqual(['dutchie']);
    expect(offeredByBash('discover', '--platform', '=')).toEqual(['dutchie', 'blaze']);
    expect(offeredByBash('discover', '--platform', '=', 'dutchie', '--w')).toEqual(['--wait']);
  });

  test('takes the value of an option that is spelled like a command for what it is', () => {
    expect(offeredByBash('--data-dir', 'payloads', 'doc')).toEqual(['doctor']);
    expect(offeredByBash('--data-dir', '=', 'payloads', 'doc')).toEqual(['doctor']);
  });

  test('takes an argument that is spelled like a command for what it is', () => {
    expect(offeredByBash('crawl', 'list', '--w')).toEqual(['--wait']);
  });
});

describe.skipIf(!isInstalled('zsh'))('completion in zsh', () => {
  test('offers groups, then what is below them', () => {
    const offered = (...text: string[]) => {
      const script = `compdef() { :; }; compset() { :; }; compadd() { shift; print -rl -- "$@"; }
${completionScript('zsh', table)}
words=(crawlchain ${text.map((word) => `'${word}'`).join(' ')}); CURRENT=${text.length + 1}; _crawlchain`;
      return execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' }).trim().split('\n');
    };
    expect(offered('payloads', '')).toEqual(['list', 'diff', 'fields', '--help']);
    expect(offered('discover', '--platform', '')).toEqual(['dutchie', 'blaze']);
    expect(offered('--data-dir', 'payloads', 'completion', '')).toContain('fish');
    expect(offered('discover', '--platform=')).toEqual(['dutchie', 'blaze']);
  });
});

describe.skipIf(!isInstalled('fish'))('completion in fish', () => {
  test('offers groups, then what is below them', () => {
    const offered = (line: string) =>
      execFileSync('fish', ['-N', '-c', `${completionScript('fish', table)}\ncomplete -C '${line}'`], {
        encoding: 'utf8',
      })
        .split('\n')
        .map((word) => word.split('\t')[0])
        .filter((word) => word !== '');
    expect(offered('crawlchain pay')).toEqual(['payloads']);
    expect(offered('crawlchain --data-dir payloads doc')).toEqual(['doctor']);
    expect(offered('crawlchain payloads ')).toEqual(['diff', 'list']);
    expect(offered('crawlchain discover --platform ')).toEqual(['blaze', 'dutchie']);
  });
});
