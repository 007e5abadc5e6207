import { CONFIRMED_BY } from '../domain/belief/confirm-menu.ts';
import { SAMPLES_MAX, SAMPLES_PER_RULE } from '../domain/belief/find-samples.ts';
import { RULE_SHARES } from '../domain/belief/judge-menu.ts';
import { RULES } from '../domain/belief/rules.ts';
import type { Fault } from '../domain/belief/rule.ts';

const HEAD = `# Belief

Every menu is judged before it is ingested ([why so](../decisions/0009-belief.md)). How a person decides: [Doubted menus](../how-to/decide-about-doubted-menus.md).
Made from \`domain/belief/\` by \`node scripts/check-docs.ts --write\`.

The judge compares a new menu with what is known of the store:

- the products of its last payload that had any;
- how many products each of its last six payloads had, and how many list prices rose and fell in each;
- of products whose prices are new: their prices and quantities in the five payloads before the last one.

If a menu is empty, or the platform does not know the store's id, the crawl first asks for the id behind the store's slug, and crawls a store that has
moved there at once. Where its products have new ids too, they are doubted as \`renamed-ids\`, and keep their rows once time has confirmed that.

Each rule counts products, out of n that it could have counted, and has a share. It doubts the menu if it counts more than both of these:

- n × share + √(n × share): with the share 0.06 and 100 products 6 + 2.4 = 8.4, so a menu that lacks 9 is doubted;
- 4 products, or in small menus 30 % of the menu, 15 % for rules with a share below 0.1, 50 % for faults that only a person settles.

Where the last menu had up to four products, only \`missing\` doubts the new one.
\`SUSPECT_SHARES=gone=0.2,went-out=0.15\` sets other shares; 1 switches a rule off.

A doubted menu is stored as \`suspect\`, and none of it goes in. It is fetched again through another identity:

- If the new menu is not doubted, it goes in, and all suspect payloads of the store are \`rejected\`.
- If it is doubted as well, and earlier payloads settle each of its [faults](#faults), it goes in as \`confirmed\` (\`decided_by\`). The suspect payloads that agreed with it (\`confirmed_by\`)
  become \`confirmed\` too, though nothing of them goes in; the others are \`rejected\`.
- Otherwise the chain ends as [\`unconfirmed\`](../reference/temporal.md#looks-again). Where time can settle the doubt, the store is crawled again \`CONFIRM_AFTER_MINUTES\` (30)
  later; after six such payloads within four times \`CONFIRM_AFTER_MINUTES\`, its regular crawls do that. A shorter time lets a wrong menu in sooner, and then doubts the honest one.

Two menus agree when each rule that doubts the later one counted about as many products in the earlier one (3 more or fewer, or a share that differs by up to 0.1), and prices
moved in the same direction. A later menu that agrees with the one that a person confirmed, and has the same values in at least half of its samples, goes in at once.

A suspicion has \`samples\`: products that show it, each with one value before and now, such as \`Blue Dream 3.5g rec: 35.00 → 0.35\`, the largest changes first: up to ${SAMPLES_PER_RULE}
for each rule, and ${SAMPLES_MAX} in all.

How many wrong menus are refused and honest ones doubted: [measured](../../bench/belief-measured.md).
`;

const WAYS: Record<(typeof CONFIRMED_BY)[Fault], string> = {
  owner: 'a fetch through a proxy of another owner and another address, or time',
  time: 'a fetch at least `CONFIRM_AFTER_MINUTES` later',
  never: 'a menu that is right again, or a person',
};

/** Generates the page about how menus are judged. */
export function writeBeliefPage(): string {
  return [HEAD, faults(), rules()].join('\n');
}

function faults(): string {
  const rows = Object.entries(CONFIRMED_BY).map(([fault, way]) => `| \`${fault}\` | ${WAYS[way]} |`);
  return `## Faults

| fault | settled by |
| --- | --- |
${rows.join('\n')}
`;
}

function rules(): string {
  const rows = RULES.map(
    ({ name, fault, share, description }) => `| \`${name}\` | \`${fault}\` | ${share} | ${description} |`,
  );
  return `## Rules

| rule | fault | share | counts |
| --- | --- | --- | --- |
| \`missing\` | \`incomplete\` | ${RULE_SHARES['missing']} | products that the platform counts are on no page, in either sort order: more than its count is usually too high by |
${rows.join('\n')}

A menu without any product is \`empty\` if the store had some. A page that came for another store within a week, to the letter, is a \`twin\`; one
that came for this store before its last payload, of a menu of 20 products or more, is \`stale\`.
`;
}
