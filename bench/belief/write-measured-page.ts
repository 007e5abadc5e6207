import { RULES } from '../../domain/belief/rules.ts';
import type { MeasuredHonest } from './measure-honest.ts';
import type { MeasuredLies, MeasuredLongLies, MeasuredSmallMenus } from './measure-lies.ts';

/** All measurements of the judge. */
export interface MeasuredBelief {
  lies: MeasuredLies;
  honest: MeasuredHonest;
  long: MeasuredLongLies[];
  small: MeasuredSmallMenus[];
}

/** Generates bench/belief-measured.md: what the judge refuses and what it doubts. */
export function writeMeasuredPage({ lies, honest, long, small }: MeasuredBelief): string {
  return [
    HEAD,
    refusals(lies),
    precision(lies, honest),
    honestMenus(honest),
    lasting(long),
    smallMenus(small),
    shares(honest),
  ].join('\n');
}

const HEAD = `# The judge, measured

How many wrong menus [the judge](../docs/explanation/belief.md) refuses and how many honest ones it doubts. Made by \`npm run bench -- belief --write\`, which takes about
ten minutes. The lies and the honest events are those of [the sandbox](../docs/reference/sandbox-kinds.md), with seeds by which nobody set shares.
\`tests/long/belief-lies\`, \`belief-honest\` and \`belief-attacks\` hold the same figures within bounds and draw others with another \`BELIEF_SEED\`;
\`tests/long/belief-end-to-end\` tells one lie of each family to a real worker.
`;

function refusals({ families }: MeasuredLies): string {
  const rows = families.map(({ family, whole, part }) => {
    const missed = [...new Set([...whole.missed, ...part.missed])].toSorted();
    return [family, of(whole.refused, whole.lies), of(part.refused, part.lies), missed.map(code).join(', ')];
  });
  const whole = {
    refused: sum(families.map((one) => one.whole.refused)),
    lies: sum(families.map((one) => one.whole.lies)),
  };
  const part = {
    refused: sum(families.map((one) => one.part.refused)),
    lies: sum(families.map((one) => one.part.lies)),
  };
  rows.push(['all', share(whole.refused, whole.lies), share(part.refused, part.lies), '']);
  return `## Recall

Stores have some 100 products and were crawled six times before. A lie counts if it would make a tenth of the menu wrong that is not wrong already when
the menu is refused.

${table(['lies', 'about the whole menu: refused', 'about three tenths: refused', 'got in at times'], rows)}
`;
}

function precision({ faults }: MeasuredLies, honest: MeasuredHonest): string {
  const names = [...new Set([...faults.keys(), ...honest.faults.keys()])].filter((name) =>
    /^[a-z-]+$/.test(name),
  );
  const rows = names.toSorted().map((name) => {
    const [lies, menus] = [faults.get(name) ?? 0, honest.faults.get(name) ?? 0];
    return [code(name), String(lies), String(menus), percent(lies, lies + menus)];
  });
  return `## Precision

How often each fault was found in those lies, and in ${number(honest.quiet)} honest menus of days like any other, of stores with 20 to 400 products.
Precision is the share of lies among the menus in which the fault was found. It says how the judge tells one from the other, not how often a
doubt is right: most real menus are honest.

${table(['fault', 'lies', 'honest menus', 'precision'], rows)}
`;
}

function honestMenus({ quiet, quietDoubted, steps, stepsDoubted, stepsHeld }: MeasuredHonest): string {
  return `## Honest menus

${table(
  ['menus', 'doubted', 'held back for longer than one confirmation'],
  [
    ['days like any other', share(quietDoubted, quiet), '-'],
    [
      'steps, in half of which an event changes much of the menu',
      share(stepsDoubted, steps),
      String(stepsHeld),
    ],
  ],
)}
`;
}

function lasting(long: readonly MeasuredLongLies[]): string {
  const rows = long.map((one) => [
    one.family,
    of(one.refused, one.lies),
    String(one.harmedBefore),
    String(one.gotIn),
    String(one.outOfStockMax),
    String(one.pricesMax),
    `${one.trueAgain}, ${one.byLook} by a look later`,
    String(one.untold),
    String(one.strangers),
  ]);
  return `## Lies that last

Each lie about the whole menu, seen by a crawl, a look half an hour later and three regular crawls; then one honest crawl, with its own look half an
hour later where that is due.

- *Harm before*: refused lies that made any value wrong before the confirmation.
- *Got in*: lies that time confirmed, and the most products that were out of stock, or had a price, that was never true.
- *True again*: lies after which all values were true after one regular crawl.
- *Untold*: lies after which a few products, whose stock the honest menu does not tell, kept the stock that the lie told.
- *Only in the lie*: lies after which products that the store never had are in stock until their third miss.

${table(
  [
    'lies',
    'refused at first',
    'harm before',
    'got in',
    'most out of stock',
    'most prices',
    'true again',
    'untold',
    'only in the lie',
  ],
  rows,
)}

A store may list products without any price, or without options. If time confirmed a menu in which they had some, the store comes back by itself
while one of its last six payloads is from before; after that its honest menu is \`unpriced\` or \`unread\`, and waits for a person.
`;
}

function smallMenus(small: readonly MeasuredSmallMenus[]): string {
  const rows = small.map(({ products, lies, refused, honest, doubted }) => [
    `some ${products}`,
    share(refused, lies),
    share(doubted, honest),
  ]);
  return `## Small menus

Lies that make a quarter of the menu wrong, and honest menus of days like any other.

${table(['products', 'lies refused', 'honest menus doubted'], rows)}
`;
}

function shares({ usualShares }: MeasuredHonest): string {
  const rows = RULES.map(({ name, share: limit }) => [
    code(name),
    String(limit),
    String(Math.round((usualShares.get(name) ?? 0) * 1000) / 1000),
  ]);
  return `## Why the shares are what they are

A share lies just above what stores do from one crawl to the next, and as far below a tenth of the menu as that allows; what no store does has a small
one. *Usual* is what 999 of 1,000 honest menus with 50 products or more stay at or below, on days like any other. The judge adds the deviation of such a count to
the share.

${table(['rule', 'share', 'usual'], rows)}
`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function of(part: number, whole: number): string {
  return `${number(part)} of ${number(whole)}`;
}

function share(part: number, whole: number): string {
  return `${of(part, whole)}: ${percent(part, whole)}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 1000) / 10} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function code(name: string): string {
  return `\`${name}\``;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
