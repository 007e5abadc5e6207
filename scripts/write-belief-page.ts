import { CONFIRMED_BY } from '../domain/belief/confirm-menu.ts';
import { SAMPLE_TEXT_MAX, SAMPLES_MAX, SAMPLES_PER_RULE } from '../domain/belief/find-samples.ts';
import { RULE_SHARES } from '../domain/belief/judge-menu.ts';
import { RULES } from '../domain/belief/rules.ts';
import type { Fault } from '../domain/belief/rule.ts';

const HEAD = `# Belief

Every menu is judged before it is ingested. Made from \`domain/belief/\` by \`node scripts/check-docs.ts --write\`; why it works this way is
[decision 0009](../decisions/0009-belief.md). How a person decides: [Doubted menus](../how-to/decide-about-doubted-menus.md).

The judge compares a new menu with what is known of the store:

- the products of its last payload, or, if that was empty, of the last payload that had any;
- how many products each of its last six payloads had, and how many list prices rose and fell in each;
- of products whose prices are new: the prices and quantities that they had in the five payloads before the last one.

If a menu is empty, or the platform does not know the store's id any more, the crawl first asks the platform for the id behind the store's slug. A
store that has moved to another menu is crawled there at once. Where its products have new ids too, they are doubted as \`renamed-ids\`, and keep their rows once time has confirmed that.

Each rule counts products, out of n that it could have counted, and has a share. It doubts the menu if it counts more than both of these:

- n × share + √(n × share). The rule \`gone\` has the share 0.06: of 100 products, 6 + 2.4 = 8.4 may be gone at once, so a menu that lacks 9 is doubted.
- 4 products, or in small menus a part of the menu: 30 % of it, 15 % for rules with a share below 0.1, 50 % for faults that only a person settles.

Where the last menu had up to four products, no rule but \`missing\` doubts the new one.
\`SUSPECT_SHARES=gone=0.2,went-out=0.15\` sets other shares; 1 switches a rule off.

A doubted menu is stored as \`suspect\`, and none of it goes in. It is fetched again through another identity:

- If the new menu is not doubted, it goes in, and all suspect payloads of the store are \`rejected\`.
- If it is doubted as well, and earlier payloads settle each of its faults ([below](#faults)), it goes in as \`confirmed\`. \`decided_by\` says how, and \`confirmed_by\`
  lists the suspect payloads that agreed with it. These become \`confirmed\` too, though nothing of them goes in; other and older suspect payloads of the store are \`rejected\`.
- Otherwise the chain ends as \`unconfirmed\` ([temporal.md](../reference/temporal.md#looks-again)). Where time can settle the doubt, the store is crawled again
  \`CONFIRM_AFTER_MINUTES\` later, 30 by default. After six suspect payloads of such doubts within four times \`CONFIRM_AFTER_MINUTES\`, the store's regular crawls do that.

With a shorter \`CONFIRM_AFTER_MINUTES\` a wrong menu that time can confirm goes in sooner, and the next honest menu, which differs from it, is doubted in its place.

Two menus agree when each rule that doubts the later one counted about as many products in the earlier one: 3 more or fewer, or a share that differs by up to 0.1. Prices must have
moved in the same direction in both. A later menu that agrees with the one that a person confirmed, and of whose samples at least half have the
same values, goes in at once as \`confirmed\` by that person.

A suspicion has \`samples\`: products that show what is doubted, each with one value before and now, such as \`Blue Dream 3.5g rec: 35.00 → 0.35\`. There are up to ${SAMPLES_PER_RULE}
for each rule that doubts the menu, and ${SAMPLES_MAX} in all, the largest changes of a price or a quantity first. Names and values are cut at ${SAMPLE_TEXT_MAX} characters. There are
none where no product shows it.

How many wrong menus are refused, how many honest ones are doubted, and why the shares are what they are: [measured](../../bench/belief-measured.md).
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
    ({ name, fault, share, words }) => `| \`${name}\` | \`${fault}\` | ${share} | ${words} |`,
  );
  return `## Rules

| rule | fault | share | counts |
| --- | --- | --- | --- |
| \`missing\` | \`incomplete\` | ${RULE_SHARES['missing']} | products that the platform counts did not come, in either order, beyond what its count is always too high by |
${rows.join('\n')}

A menu without any product is \`empty\` if the store had some. A page that came for another store within a week, to the letter, is a \`twin\`; one
that came for this store before its last payload, of a menu of 20 products or more, is \`stale\`.
`;
}
