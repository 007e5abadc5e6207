import type { OptionValues } from 'commander';
import type { ApiClient } from '../../api-client/create-api-client.ts';
import { orderFault, type RunOrder } from '../../domain/run-list.ts';
import { CommandRefused } from '../command-refused.ts';
import { snakeCased } from '../in-snake-case.ts';
import { findApiDispensary } from './find-api-dispensary.ts';

/** Options that are no filters: they choose the API, how many items are shown and how, or how a bulk action starts. */
const NO_FILTERS = new Set(
  'server context limit json jsonl utc watch reason yes dryRun expectedCount wait'.split(' '),
);

/** The filters whose parameter has another name than the option. */
const NAMES: Readonly<Record<string, string>> = { type: 'job_type', why: 'reason' };

/**
 * Converts the options of a list to the query of its route: `--ended-since` is `ended_since`, a time is ISO 8601, several values are
 * separated by commas, and the `--dispensary` is found by its id or slug.
 * @throws CommandRefused if no item can match
 */
export async function filtersOf(
  options: OptionValues,
  api: ApiClient,
): Promise<Record<string, string | number | true>> {
  refuseImpossible(options);
  const { dispensary, ...others } = options;
  const filters = Object.entries(others)
    .filter(([name, value]) => value !== undefined && !NO_FILTERS.has(name))
    .map(([name, value]) => [NAMES[name] ?? snakeCased(name), toParameter(value)]);
  const store = dispensary === undefined ? null : await findApiDispensary(api, String(dispensary));
  return { ...Object.fromEntries(filters), ...(store === null ? {} : { dispensary_id: store.id }) };
}

function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : value;
}

/** @throws CommandRefused if no item can match */
function refuseImpossible(options: OptionValues): void {
  refuseReversed({ since: options.since, until: options.until });
  refuseReversed({ since: options.endedSince, until: options.endedUntil }, 'ended-');
  const { sort, order, status } = options as Partial<RunOrder> & { status?: string[] };
  const fault = sort === undefined || order === undefined ? null : orderFault({ sort, order }, status);
  if (fault !== null) throw new CommandRefused(`--sort ${fault}.`);
}

/** Refuses a period without a time in it. @param beginning the common prefix of both options' names, such as `ended-` */
function refuseReversed({ since, until }: { since?: Date; until?: Date }, beginning = ''): void {
  if (since === undefined || until === undefined || since < until) return;
  const [from, to] = [since.toISOString(), until.toISOString()];
  throw new CommandRefused(`--${beginning}since ${from} is not before --${beginning}until ${to}.`);
}
