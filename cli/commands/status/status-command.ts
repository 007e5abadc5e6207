import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { watchOption } from '../../output/list-options.ts';
import { answer } from '../../output/print.ts';
import { showWait } from '../../output/progress-line.ts';
import { watch } from '../../output/watch.ts';
import { formatStatus } from './format-status.ts';
import { nameOwnCommand, reportFailure } from '../../process-ports.ts';

/** Adds `status`, which shows the state of the system on one screen. */
export function addStatusCommand(program: CliCommand): void {
  program
    .command('status')
    .description(
      'Shows the state of the system: first what is wrong, if anything; then servers, workers, open work, failures of the last day, schedules. Exit code 1 when Temporal does not answer the API.',
    )
    .effect('reads')
    .examples('crawlchain status', 'crawlchain status --watch', 'crawlchain status --check')
    .option('--json', 'prints one JSON object, the overview of the API')
    .option('--check', 'for monitoring: exit code 1 also when the verdict is bad')
    .addOption(watchOption('json', 'check'))
    .viaApi()
    .action(status);
}

interface StatusOptions {
  check?: true;
  json?: true;
  watch?: true;
}

async function status({ check, json, watch: isWatched }: StatusOptions, command: Command): Promise<void> {
  const read = () =>
    withApi(command, async (api, url) => {
      const ask = () => answerOf(api.GET('/api/overview'));
      return { overview: await showWait(`Waiting for the API at ${url}`, ask), url };
    });
  if (isWatched === true)
    return watch(async () => {
      const { overview, url } = await read();
      return nameOwnCommand(formatStatus(overview, url));
    });
  const found = await read();
  const { temporal, verdict } = found.overview;
  if (!temporal.available || (check === true && verdict === 'bad')) reportFailure();
  answer(found.overview, { json }, () => formatStatus(found.overview, found.url));
}
