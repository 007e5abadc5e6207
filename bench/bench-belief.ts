import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { measureHonest } from './belief/measure-honest.ts';
import { measureLies, measureLongLies, measureSmallMenus } from './belief/measure-lies.ts';
import { writeMeasuredPage, type MeasuredBelief } from './belief/write-measured-page.ts';
import { round, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { print } from './start-servers.ts';

const PAGE = fileURLToPath(new URL('../bench/belief-measured.md', import.meta.url));
const SMALL = [8, 12, 16] as const;

/**
 * Measures how many wrong menus the judge refuses, and how many honest ones it doubts.
 * @param options.write writes bench/belief-measured.md
 */
export async function benchBelief({ write }: BenchOptions): Promise<Measurement> {
  print('Telling every lie for one crawl…');
  const lies = await measureLies();
  print('Crawling honest stores…');
  const honest = await measureHonest();
  print('Telling every lie for longer than its confirmation…');
  const long = await measureLongLies();
  print('Crawling small stores…');
  const small = [];
  for (const products of SMALL) small.push(await measureSmallMenus(products));
  const measured: MeasuredBelief = { lies, honest, long, small };
  if (write) await writeFile(PAGE, writeMeasuredPage(measured));
  return toMeasurement(measured);
}

function toMeasurement({ lies, honest, long, small }: MeasuredBelief): Measurement {
  const percent = (part: number, whole: number) => round((100 * part) / whole, 2);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const refused = (part: 'whole' | 'part') =>
    percent(
      sum(lies.families.map((one) => one[part].refused)),
      sum(lies.families.map((one) => one[part].lies)),
    );
  return {
    figures: {
      'lies about whole menus that are refused, %': refused('whole'),
      'lies about three tenths that are refused, %': refused('part'),
      'honest menus of usual days that are doubted, %': percent(honest.quietDoubted, honest.quiet),
      'honest steps with events that are doubted, %': percent(honest.stepsDoubted, honest.steps),
      'honest steps held back for longer than one confirmation': honest.stepsHeld,
      'refused lies that did harm before their confirmation': sum(
        long.map(({ harmedBefore }) => harmedBefore),
      ),
      'lasting lies after which all is true one crawl later, %': percent(
        sum(long.map(({ trueAgain }) => trueAgain)),
        sum(long.map(({ lies: reported }) => reported)),
      ),
      ...Object.fromEntries(
        small.map((one) => [
          `lies about menus of ${one.products} that are refused, %`,
          percent(one.refused, one.lies),
        ]),
      ),
    },
    ratios: {},
  };
}
