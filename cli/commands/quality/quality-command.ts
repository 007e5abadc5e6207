import { Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient } from '../../../api-client/create-api-client.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { limitOption } from '../../output/list-options.ts';
import { collect, formatMore } from '../../output/show-list.ts';
import { readPages } from '../../api/read-pages.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readState } from '../../read-state.ts';
import { formatDrift, formatItems, formatProblems } from './format-quality.ts';

interface QualityOptions {
  problem?: QualityProblem;
  platform?: PlatformName;
  state?: string;
  limit: number;
}

/** Adds `quality`, which shows the problems of the catalog and the dispensaries that have them. */
export function addQualityCommand(program: CliCommand): void {
  program
    .command('quality')
    .description(
      'Shows what is wrong with the catalog: how many dispensaries have which problem, the fields that drift, and each dispensary with the values that show it.',
    )
    .examples('crawlchain quality', 'crawlchain quality --problem overdue --state AZ')
    .addOption(
      new Option('--problem <problem>', 'only dispensaries with this problem').choices(QUALITY_PROBLEMS),
    )
    .addOption(new Option('--platform <platform>', 'of this platform').choices(PLATFORM_NAMES))
    .option('--state <code>', 'only those of this state, such as AZ', readState)
    .addOption(limitOption(50))
    .reads({ send: readQuality, format: formatQuality });
}

async function readQuality(api: ApiClient, _: [], options: QualityOptions) {
  const { limit, problem, platform, state } = options;
  const scope = withoutUndefined({ platform, state });
  const filter = { ...scope, ...withoutUndefined({ problem }) };
  const { platforms } = await answerOf(api.GET('/api/quality', { params: { query: scope } }));
  const pages = readPages(limit, (page) =>
    answerOf(api.GET('/api/quality/dispensaries', { params: { query: { ...filter, ...page } } })),
  );
  const { items: dispensaries, hasMore } = await collect(pages);
  return { platforms, dispensaries, has_more: hasMore };
}

function formatQuality(
  { platforms, dispensaries, has_more: hasMore }: Awaited<ReturnType<typeof readQuality>>,
  _: [],
  { limit, problem }: QualityOptions,
): string {
  if (hasMore) process.stderr.write(formatMore(limit));
  return [formatProblems(platforms), formatDrift(platforms), formatItems(dispensaries, problem)]
    .filter((part) => part !== '')
    .join('\n');
}
