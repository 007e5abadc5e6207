import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { CommandInterrupted } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { printLine } from '../../output/print.ts';
import { reportFailure } from '../../process-ports.ts';

/** Adds `shell`, which fetches menu URLs and shows what each parser makes of them. */
export function addShellCommand(program: CliCommand): void {
  program
    .command('shell')
    .description(
      'Fetches the first page of a menu through the proxies, at the pace of its platform, shows what each parser makes of it, and waits for more addresses. Stores no menu.',
    )
    .effect('reads')
    .examples('crawlchain shell https://dutchie.com/dispensary/deeply-rooted')
    .argument('[url]', 'the address of a menu, or of any file')
    .action(openShell);
}

async function openShell(url: string | undefined, _: object, command: Command): Promise<void> {
  // The fetching code takes a quarter of a second to load.
  const { createMenuDescriber } = await import('./describe-menu.ts');
  await withDatabase(command, async (tools) => {
    const describeMenu = await createMenuDescriber(tools);
    const { lines, typed, prompt, stopped } = openPrompt();
    const show = async (address: string): Promise<void> => {
      try {
        const { text, isFetched } = await describeMenu(address, stopped);
        printLine(text);
        if (!isFetched) reportFailure();
      } catch (error) {
        // The fetch that Ctrl-C ends says nothing about the menu.
        if (!stopped.aborted) throw error;
      }
    };
    if (url !== undefined) await show(url);
    prompt();
    for await (const line of typed) {
      const address = line.trim();
      if (address === 'exit') break;
      if (address !== '') await show(address);
      prompt();
    }
    lines.close();
    if (stopped.aborted) throw new CommandInterrupted('Stopped.');
  });
}

/** Opens a prompt for URLs. Without a terminal, the lines are read and no prompt is shown. */
function openPrompt() {
  const { stdin: input, stdout: output } = process;
  const lines = createInterface({ input, ...(input.isTTY ? { output } : {}), prompt: 'url> ' });
  const stop = new AbortController();
  let isOpen = true;
  lines.on('close', () => (isOpen = false));
  // A terminal with a prompt turns Ctrl-C into an event, and sends no signal.
  lines.on('SIGINT', () => {
    stop.abort();
    lines.close();
  });
  return {
    lines,
    // Begun at once, because an input that ends during the first fetch would otherwise be missed.
    typed: lines[Symbol.asyncIterator](),
    stopped: stop.signal,
    prompt: () => (input.isTTY && isOpen ? lines.prompt() : undefined),
  };
}
