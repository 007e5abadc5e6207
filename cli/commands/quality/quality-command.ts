import { Option, type Command } from 'commander';
import { qualitySettings } from '../../../config/quality-settings.ts';
import type { QualityFilter } from '../../../db/queries/quality.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { PROBLEM_WORDS, QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { listQualityItems, summarizeQuality, type QualityItem } from '../../../reports/quality-report.ts';
import type { CliCommand } from '../../cli-command.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { readNumber } from '../../read-number.ts';
import { readState } from '../../read-state.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatDrift, formatProblems } from './format-quality.ts';

interface QualityOptions {
  problem?: QualityProblem;
  platform?: PlatformName;
  state?: string;
  limit: number;
  json?: boolean;
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
    .action(quality);
}

async function quality({ json, limit, ...filter }: QualityOptions, command: Command): Promise<void> {
  const { summary, items, hasMore } = await withDatabase(command, async ({ db, environment }) => {
    const rule = qualitySettings(environment);
    const page = await listQualityItems(db, { ...rule, ...filter }, { after: null, limit });
    const { platform, state } = filter;
    return {
      summary: await summarizeQuality(db, { ...rule, platform, state }),
      items: page.items,
      hasMore: page.next !== null,
    };
  });
  if (json === true) {
    process.stdout.write(
      `${JSON.stringify({ platforms: summary.platforms, dispensaries: items, has_more: hasMore }, null, 2)}\n`,
    );
    return;
  }
  const parts = [formatProblems(summary), formatDrift(summary), formatItems(items, filter)];
  process.stdout.write(parts.filter((part) => part !== '').join('\n'));
  if (hasMore) process.stdout.write(`There are more; \`--limit\` shows them.\n`);
}

/** A line for each problem of each dispensary. */
function formatItems(items: readonly QualityItem[], { problem }: QualityFilter): string {
  const rows = items.flatMap((item) =>
    item.problems
      .filter((one) => problem === undefined || one === problem)
      .map((one) => [
        withoutControls(`${item.dispensary_name} (${item.dispensary_id})`),
        one,
        withoutControls(describeProblem(one, item)),
      ]),
  );
  if (rows.length > 0) return formatTable(['dispensary', 'problem', 'what shows it'], rows);
  return problem === undefined
    ? ''
    : `No dispensary has the problem ${problem} (${PROBLEM_WORDS[problem]}).\n`;
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}
