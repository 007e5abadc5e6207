import { PROBLEM_WORDS, QUALITY_PROBLEMS } from '../../../domain/quality.ts';
import { countProblem, type QualitySummary } from '../../../reports/quality-report.ts';
import { formatTable } from '../../format-table.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

/** How many dispensaries have each problem. */
export function formatProblems({ platforms }: QualitySummary): string {
  const all = platforms.reduce((sum, { dispensaries }) => sum + dispensaries, 0);
  const rows = QUALITY_PROBLEMS.map((problem) => ({ problem, count: countProblem(platforms, problem) }))
    .filter(({ count }) => count > 0)
    .map(({ problem, count }) => [problem, `${count} of ${all}`, PROBLEM_WORDS[problem]]);
  if (rows.length === 0) return `None of the ${all} crawled dispensaries has a problem.\n`;
  return formatTable(['problem', 'dispensaries', 'means'], rows);
}

/** The fields that drift, of all platforms; nothing where none does. */
export function formatDrift({ platforms }: QualitySummary): string {
  const rows = platforms.flatMap(({ drift }) =>
    drift.map((field) => [
      field.platform,
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
