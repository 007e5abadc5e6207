import { Option, type Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { formatDrift, formatItems, formatProblems } from './format-quality.ts';

interface QualityOptions {
  problem?: QualityProblem;
  platform?: PlatformName;
  state?: string;
  limit: number;
  json?: true;
}

/** Adds `quality`: what is wrong with what the catalog says, and of which dispensaries. */
export function addQualityCommand(program: CliCommand): void {
  program
    .command('quality')
    .description(
      'Shows what is wrong with the catalog: how many dispensaries have which problem, the fields that drift, and each dispensary with the values that show it.',
    )
    .effect('reads')
    .examples('crawlchain quality', 'crawlchain quality --problem overdue --state AZ')
    .addOption(new Option('--problem <problem>', 'dispensaries with this problem').choices(QUALITY_PROBLEMS))
    .addOption(new Option('--platform <platform>', 'of this platform').choices(PLATFORM_NAMES))
    .option('--state <code>', 'of this state, such as AZ', readState)
    .option('--limit <count>', 'maximum number of dispensaries', readLimit, 50)
    .option('--json', 'as JSON')
    .viaApi()
    .action(showQuality);
}

async function showQuality(
  { json, limit, problem, platform, state }: QualityOptions,
  command: Command,
): Promise<void> {
  const scope = withoutUndefined({ platform, state });
  const filter = { ...scope, ...withoutUndefined({ problem }) };
  const { platforms, items, hasMore } = await withApi(command, async (api) => ({
    ...(await answerOf(api.GET('/api/quality', { params: { query: scope } }))),
    ...(await readPages(limit, (page) =>
      answerOf(api.GET('/api/quality/dispensaries', { params: { query: { ...filter, ...page } } })),
    )),
  }));
  if (json === true) {
    process.stdout.write(
      `${JSON.stringify({ platforms, dispensaries: items, has_more: hasMore }, null, 2)}\n`,
    );
    return;
  }
  const parts = [formatProblems(platforms), formatDrift(platforms), formatItems(items, problem)];
  process.stdout.write(parts.filter((part) => part !== '').join('\n'));
  if (hasMore) process.stderr.write(formatMore(limit));
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}
