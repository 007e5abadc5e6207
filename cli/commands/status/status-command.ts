import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { formatStatus } from './format-status.ts';

/** Adds `status`: how things stand, on one screen. @param onFailure told when Temporal does not answer */
export function addStatusCommand(program: CliCommand, onFailure: () => void): void {
  program
    .command('status')
    .description(
      'Shows how things stand: first whether everything is all right, and what is wrong; then servers, workers, open work, failures of the last day, schedules. Ends with 1 where Temporal does not answer the API.',
    )
    .effect('reads')
    .examples('crawlchain status', 'watch -n 10 crawlchain status')
    .option('--json', 'prints one JSON object, the overview of the API')
    .viaApi()
    .action((options: { json?: boolean }, command: Command) => status(options, { command, onFailure }));
}

async function status(
  { json }: { json?: boolean },
  { command, onFailure }: { command: Command; onFailure: () => void },
): Promise<void> {
  const text = await withApi(command, async (api, url) => {
    const overview = await answerOf(api.GET('/api/overview'));
    if (!overview.temporal.available) onFailure();
    return json === true ? `${JSON.stringify(overview, null, 2)}\n` : formatStatus(overview, url);
  });
  process.stdout.write(text);
}
