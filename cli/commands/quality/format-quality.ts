import { PROBLEM_WORDS, QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { countProblem } from '../../../reports/quality-report.ts';
import { formatTable } from '../../output/format-table.ts';
import { nameDispensary } from '../../output/name-dispensary.ts';

type Platforms = Schemas['QualitySummary']['platforms'];

/** Formats how many dispensaries have each problem. */
export function formatProblems(platforms: Platforms): string {
  const all = platforms.reduce((sum, { dispensaries }) => sum + dispensaries, 0);
  const rows = QUALITY_PROBLEMS.map((problem) => ({ problem, count: countProblem(platforms, problem) }));
  const table = formatTable(
    [
      { header: 'problem', value: 'problem', kind: 'id' },
      { header: 'dispensaries', value: ({ count }) => `${count} of ${all}` },
      { header: 'means', value: ({ problem }) => PROBLEM_WORDS[problem] },
    ],
    rows.filter(({ count }) => count > 0),
  );
  return table || `None of the ${all} crawled dispensaries has a problem.\n`;
}

/** Formats the drifting fields of all platforms; empty if there are none. */
export function formatDrift(platforms: Platforms): string {
  const fields = platforms.flatMap(({ platform, drift }) => drift.map((field) => ({ platform, ...field })));
  return formatTable(
    [
      { header: 'platform', value: 'platform' },
      { header: 'drift', value: 'kind' },
      { header: 'field', value: 'path' },
      {
        header: 'types',
        value: ({ known, found }) => `${known.join('|') || '-'} → ${found.join('|') || '-'}`,
      },
      { header: 'example', value: 'example' },
      {
        header: 'payload',
        value: (field) => `${field.payload_id} of dispensary ${field.dispensary_id}`,
        kind: 'id',
      },
    ],
    fields,
  );
}

/** Formats a line for each problem of each dispensary. @param problem the only problem to show; undefined: all */
export function formatItems(
  items: readonly Schemas['DispensaryQuality'][],
  problem: QualityProblem | undefined,
): string {
  const rows = items.flatMap((item) =>
    item.problems.filter((one) => problem === undefined || one === problem).map((one) => ({ item, one })),
  );
  const table = formatTable(
    [
      { header: 'dispensary', value: ({ item }) => nameDispensary(item), kind: 'named' },
      { header: 'problem', value: 'one' },
      { header: 'what shows it', value: ({ item, one }) => describeProblem(one, item) },
    ],
    rows,
  );
  if (table !== '' || problem === undefined) return table;
  return `No dispensary has the problem ${problem} (${PROBLEM_WORDS[problem]}).\n`;
}
