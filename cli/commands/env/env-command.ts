import type { Command } from 'commander';
import { findApi } from '../../api/find-api.ts';
import { answer } from '../../output/print.ts';
import type { CliCommand } from '../../cli-command.ts';

/** Adds `env`, which prints variables for a shell, so that examples and other programs reach the API that the command uses. */
export function addEnvCommand(program: CliCommand): void {
  program
    .command('env')
    .description(
      'Prints the variables with which a shell reaches the API: CRAWLCHAIN_URL and CRAWLCHAIN_KEY.',
    )
    .effect('reads')
    .examples('eval "$(crawlchain env)"')
    .viaApi()
    .action(printEnv);
}

async function printEnv({ json }: { json?: true }, command: Command): Promise<void> {
  const { url, key } = await findApi(command);
  const variables = { CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY: key ?? '' };
  answer(variables, { json }, (all) =>
    Object.entries(all)
      .map(([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`)
      .join(''),
  );
}
