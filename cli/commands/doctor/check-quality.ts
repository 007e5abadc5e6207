import { PROBLEM_WORDS, QUALITY_PROBLEMS, SERIOUS_PROBLEMS } from '../../../domain/quality.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { countProblem, type QualitySummary } from '../../../reports/quality-report.ts';
import { cutText } from '../../output/cut-text.ts';
import { nameDispensary } from '../../output/name-dispensary.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { findingsOf, type Finding } from './finding.ts';

/** The most characters of a sample; `crawlchain quality` shows all. */
const SAMPLE_MAX = 200;

/** Checks the quality of the catalog: one finding for each problem that any dispensary has. */
export function checkQuality({ platforms, examples }: QualitySummary): Finding[] {
  const { ok, notice, warning } = findingsOf('catalog');
  const all = platforms.reduce((sum, { dispensaries }) => sum + dispensaries, 0);
  const findings = QUALITY_PROBLEMS.flatMap((problem) => {
    const example = examples[problem];
    if (example === undefined) return [];
    const sample = `${nameDispensary(example)}: ${describeProblem(problem, example, 1)}`;
    const found = `${problem}, ${countProblem(platforms, problem)} of ${all} dispensaries: ${PROBLEM_WORDS[problem]}. ${cutText(sample, SAMPLE_MAX)}`;
    const report = SERIOUS_PROBLEMS.includes(problem) ? warning : notice;
    return [report(withoutControls(found), nextStep(problem))];
  });
  return findings.length > 0 ? findings : [ok('no dispensary has a problem')];
}

function nextStep(problem: (typeof QUALITY_PROBLEMS)[number]): string {
  const list = `\`crawlchain quality --problem ${problem}\` lists them.`;
  return problem === 'quarantined'
    ? `${list} \`crawlchain quarantine list\` shows what each payload is doubted for.`
    : list;
}
