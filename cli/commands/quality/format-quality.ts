import { PROBLEM_WORDS, QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { countProblem } from '../../../reports/quality-report.ts';
import { formatTable } from '../../format-table.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type Platforms = Schemas['QualitySummary']['platforms'];

/** How many dispensaries have each problem. */
export function formatProblems(platforms: Platforms): string {
  const all = platforms.reduce((sum, { dispensaries }) => sum + dispensaries, 0);
  const rows = QUALITY_PROBLEMS.map((problem) => ({ problem, count: countProblem(platforms, problem) }))
    .filter(({ count }) => count > 0)
    .map(({ problem, count }) => [problem, `${count} of ${all}`, PROBLEM_WORDS[problem]]);
  if (rows.length === 0) return `None of the ${all} crawled dispensaries has a problem.\n`;
  return formatTable(['problem', 'dispensaries', 'means'], rows);
}

/** The fields that drift, of all platforms; nothing where none does. */
export function formatDrift(platforms: Platforms): string {
  const rows = platforms.flatMap(({ platform, drift }) =>
    drift.map((field) => [
      platform,
      field.kind,
      withoutControls(field.path),
      `${field.known.join('|') || '-'} → ${field.found.join('|') || '-'}`,
      withoutControls(field.example ?? '-'),
      `${field.payload_id} of dispensary ${field.dispensary_id}`,
    ]),
  );
  if (rows.length === 0) return '';
  return formatTable(['platform', 'drift', 'field', 'types', 'example', 'payload'], rows);
}

/** A line for each problem of each dispensary. @param problem the only one that is wanted */
export function formatItems(
  items: readonly Schemas['DispensaryQuality'][],
  problem: QualityProblem | undefined,
): string {
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
