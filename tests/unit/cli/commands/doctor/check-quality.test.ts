import { expect, test } from 'vitest';
import { checkQuality } from '../../../../../cli/commands/doctor/check-quality.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../../../../../domain/quality.ts';
import { makeQualityItem } from '../../../reports/make-quality-item.ts';

function summaryOf(counts: Partial<Record<QualityProblem, number>>) {
  const problems = Object.fromEntries(QUALITY_PROBLEMS.map((problem) => [problem, counts[problem] ?? 0]));
  const examples = Object.fromEntries(
    Object.keys(counts).map((problem) => [
      problem,
      makeQualityItem({ quarantined: 1, suspect_id: 57, skipped: 1 }),
    ]),
  );
  const platform = {
    platform: 'dutchie' as const,
    dispensaries: 9,
    problems: problems as Record<QualityProblem, number>,
    drift: [],
  };
  return { platforms: [platform], examples };
}

test('a catalog without problems is fine', () => {
  expect(checkQuality(summaryOf({}))).toEqual([
    { part: 'catalog', state: 'ok', found: 'no dispensary has a problem', mend: null },
  ]);
});

test('what makes prices or stock wrong is a warning, the rest a notice; each says how many, an example and what to do', () => {
  expect(checkQuality(summaryOf({ quarantined: 3, skipped: 1 }))).toEqual([
    {
      part: 'catalog',
      state: 'warning',
      found:
        'quarantined, 3 of 9 dispensaries: payloads wait for a decision. Desert Bloom (12): 1 waiting; payload 57: no reason is kept.',
      mend: '`crawlchain quality --problem quarantined` lists them. `crawlchain quarantine list` shows what each payload is doubted for.',
    },
    {
      part: 'catalog',
      state: 'notice',
      found:
        'skipped, 1 of 9 dispensaries: products of the last payload could not be read. Desert Bloom (12): 1 of 21 products: no sample is kept',
      mend: '`crawlchain quality --problem skipped` lists them.',
    },
  ]);
});
