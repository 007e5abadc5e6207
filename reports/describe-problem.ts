import { describeSamples, type NamedSample } from '../domain/belief/describe-samples.ts';
import { formatMoment } from '../domain/format-moment.ts';
import type { QualityProblem } from '../domain/quality.ts';
import type { QualityItem } from './quality-report.ts';

type Moment = Date | string;

/** The fields of a dispensary that a description uses, in the types of the report or of the API's response. */
type DescribedItem = Omit<
  QualityItem,
  'fetched_at' | 'look_again_at' | 'last_ended_at' | 'suspicion_samples' | 'confirmed_samples' | 'drift'
> & {
  fetched_at: Moment | null;
  look_again_at: Moment | null;
  suspicion_samples: readonly NamedSample[];
  confirmed_samples: readonly NamedSample[];
  drift: readonly Pick<QualityItem['drift'][number], 'kind' | 'path' | 'example'>[];
};

/**
 * Describes a problem of a dispensary with its evidence, in one line for people.
 * @param samplesMax how many products of a doubted menu to name at most
 */
export function describeProblem(problem: QualityProblem, item: DescribedItem, samplesMax = 3): string {
  return DESCRIPTIONS[problem](item, samplesMax);
}

const DESCRIPTIONS: Record<QualityProblem, (item: DescribedItem, samplesMax: number) => string> = {
  unconfirmed: ({ suspicion, suspicion_samples: samples, look_again_at: at }, samplesMax) => {
    const next =
      at === null ? 'waits for the next regular crawl, or a person' : `is fetched again at ${timeOf(at)}`;
    return `${doubt(suspicion ?? 'The menu is doubted.', samples, samplesMax)} It ${next}.`;
  },
  quarantined: ({ quarantined, suspect_id: id, suspicion, suspicion_samples: samples }, samplesMax) =>
    `${quarantined} waiting; payload ${id}: ${doubt(suspicion ?? NO_REASON, samples, samplesMax)}`,
  'misses-off': (item) =>
    item.misses_off === 'unreadable'
      ? `${unread(item)} could not be read: ${reasonOf(item)}`
      : `${count(item.missing, 'product')} that the platform counts are missing`,
  overdue: ({ fetched_at: at, interval_hours: hours, last_error_message: message }) => {
    const newest = at === null ? 'no menu has been ingested yet' : `the newest menu dates from ${timeOf(at)}`;
    const why = message === null ? '' : `; the last crawl reported: ${firstSentence(message)}`;
    return `${newest}, the interval is ${hours} h${why}`;
  },
  unresolved: ({ dispensary_id: id, last_error_message: message }) =>
    message === null
      ? `the platform has not found its slug yet; \`crawlchain crawl ${id} --wait\` searches again and reports the result`
      : `the last crawl reported: ${firstSentence(message)}`,
  confirmed: ({ payload_id: id, confirmed_suspicion: suspicion, confirmed_samples: samples }, samplesMax) =>
    `payload ${id} was ingested: ${doubt(suspicion ?? NO_REASON, samples, samplesMax)}`,
  empty: ({ payload_id: id, fetched_at: at }) =>
    `payload ${id} of ${at === null ? 'an unknown time' : timeOf(at)} has no product`,
  drifting: ({ drift }) =>
    drift
      .map(({ kind, path, example }) => `${kind} ${path}${example === null ? '' : ` (${example})`}`)
      .join(', '),
  skipped: (item) => `${unread(item)}: ${reasonOf(item)}`,
  flawed: ({ skipped_options: options, dropped_values: values, flaw_samples: [flaw] }) => {
    const left = [count(options, 'option'), count(values, 'value')].filter((text) => !text.startsWith('0 '));
    const sample = flaw === undefined ? '' : `; ${flaw.place} of product ${flaw.id}: ${flaw.reason}`;
    return `${left.join(' and ')} left out or doubted${sample}`;
  },
};

function unread({ products, skipped }: DescribedItem): string {
  return `${skipped} of ${count(products + skipped, 'product')}`;
}

function reasonOf({ skipped_samples: [sample] }: DescribedItem): string {
  return sample?.reason ?? 'no sample is kept';
}

const NO_REASON = 'no reason is kept.';

/** Describes why a menu is doubted, with sample products. */
function doubt(message: string, samples: readonly NamedSample[], samplesMax: number): string {
  const shown = describeSamples(samples, samplesMax);
  return `${firstSentence(message)}${shown === '' ? '' : ` For example: ${shown}.`}`;
}

/** Returns the first sentence of a message, and how many others it has: a doubted menu has one sentence for each rule that doubts it. */
function firstSentence(message: string): string {
  const [first = message, ...others] = message.split(/(?<=\.) (?=[\dA-Z])/);
  return others.length === 0 ? first : `${first} (${others.length} more)`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function timeOf(moment: Moment): string {
  return formatMoment(new Date(moment));
}
