import { InvalidArgumentError, type Command } from 'commander';
import { isKnownState } from '../../../domain/state-code.ts';
import { PRIORITY_MAX } from '../../../temporal-config/priorities.ts';
import type { CliCommand } from '../../cli-command.ts';
import type { CrawlOptions } from './crawl-options.ts';
import { crawlMany } from './crawl-many.ts';
import { crawlOne } from './crawl-one.ts';

/** Adds `crawl`, which crawls one dispensary, those of a state, or all, due or not. */
export function addCrawlCommand(program: CliCommand): void {
  program
    .command('crawl')
    .description(
      'Crawls a dispensary, those of a state, or all of them, due or not; a crawl that is already running continues, and no second one starts.',
    )
    .effect('changes')
    .examples(
      'crawlchain crawl 1 --wait',
      'crawlchain crawl deeply-rooted --no-images',
      'crawlchain crawl AZ --wait',
      'crawlchain crawl all --priority 10 --no-images',
    )
    .argument('<what>', 'the id or the slug of a dispensary, a state such as AZ, or all')
    .option(
      '--wait',
      'shows the progress until the end; exit code 1 when a crawl did not complete, or its menu is doubted',
    )
    .option(
      '--priority <n>',
      'a whole number, higher is more urgent; default: 20 for a dispensary, else 0',
      readPriority,
    )
    .option('--no-images', 'downloads no pictures')
    .viaApi()
    .action(crawl);
}

async function crawl(what: string, options: CrawlOptions, command: Command): Promise<void> {
  const scope = scopeOf(what);
  if (scope === null) return crawlOne(what, options, command);
  return crawlMany(scope, options, command);
}

/** Returns the scope that a word names: `all` or a state; null if it names neither, so that it has to be a dispensary. */
function scopeOf(what: string): string | null {
  if (what.toLowerCase() === 'all') return 'all';
  const state = what.toUpperCase();
  return isKnownState(state) ? state : null;
}

function readPriority(given: string): number {
  const priority = Number(given);
  if (!/^-?\d{1,4}$/.test(given) || Math.abs(priority) > PRIORITY_MAX)
    throw new InvalidArgumentError(
      `It takes a whole number from -${PRIORITY_MAX} to ${PRIORITY_MAX}; higher is more urgent.`,
    );
  return priority;
}
