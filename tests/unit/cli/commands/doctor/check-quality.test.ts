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

test('of a menu in doubt one product is named, since a finding is one line', () => {
  const summary = summaryOf({ quarantined: 1 });
  const samples = ['1g', '3.5g'].map((option) => ({
    rule: 'rec-doubled',
    id: 'p1',
    name: 'Blue Dream',
    field: 'rec' as const,
    option,
    before: '35.00',
    now: '0.35',
  }));
  const item = makeQualityItem({
    quarantined: 1,
    suspect_id: 57,
    suspicion: 'Odd.',
    suspicion_samples: samples,
  });
  const [finding] = checkQuality({ ...summary, examples: { quarantined: item } });
  expect(finding?.found).toMatch(/payload 57: Odd\. For example: Blue Dream 1g rec: 35\.00 → 0\.35\.$/);
});
