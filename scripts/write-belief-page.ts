import { CONFIRMED_BY } from '../domain/belief/confirm-menu.ts';
import { RULE_SHARES } from '../domain/belief/judge-menu.ts';
import { RULES } from '../domain/belief/rules.ts';
import type { Fault } from '../domain/belief/rule.ts';

const HEAD = `# Belief

Every menu is judged before it is ingested. Made from \`domain/belief/\` by \`node scripts/check-docs.ts --write\`; why it works this way is
[decision 0009](decisions/0009-belief.md).

The judge compares a menu with what is known of the store: the products that its last payload left on the shelf, the sizes of its last six payloads, and
the prices and quantities that the five payloads before the last one had of products whose prices change now.
Each rule counts one thing. It doubts the menu when the count is above 4 and above its share of the products, plus the square root of that many.
\`SUSPECT_SHARES=gone=0.2,went-out=0.15\` sets other shares; 1 switches a rule off.

A menu in doubt is stored as \`suspect\`, and none of it goes in. It is fetched again through another identity:

- If that menu is believed, it goes in, and all suspect payloads of the store are \`rejected\`.
- If it is in doubt as well, and what is doubted is settled by then, it goes in as \`confirmed\`. \`decided_by\` says how, and \`confirmed_by\`
  lists the payloads that agreed.
- Otherwise the chain ends as \`unconfirmed\` ([temporal.md](temporal.md#looks-again)). Where time can settle the doubt, the store is looked at again
  \`CONFIRM_AFTER_MINUTES\` later. After six suspect payloads of a store its regular crawls do that.

Two menus agree when every rule that doubts the later one counted as many products in both, within 3 products or a tenth of the menu, and in the same direction.

A menu of which more than half cannot be read fails its chain as \`ContractBroken\`, and its payload waits in quarantine. If more than 5 % cannot be read, the others go in
and nothing counts as missing ([normalize.md](normalize.md#invalid-data)).

A person decides at any time: see [payloads.md](payloads.md#quarantine).
`;

const WAYS: Record<(typeof CONFIRMED_BY)[Fault], string> = {
  owner: 'a look through a proxy of another owner and another address, or time',
  time: 'a look at least `CONFIRM_AFTER_MINUTES` later',
  never: 'a menu that is right again, or a person',
};

const MEASURED = `## Measured

The lies are those of [the sandbox](sandbox-lies.md), of stores with some 100 products that were crawled six times before, with seeds that were not used to set the
shares. A lie counts if it would make a tenth of the menu wrong that is not wrong already when the menu is refused. \`tests/long/belief-lies.test.ts\` draws others with another
\`BELIEF_SEED\`.

| lies | about the whole menu: refused | about three tenths: refused | got in at times |
| --- | --- | --- | --- |
| fields left out | 32 of 32 | 30 of 30 |  |
| fields emptied | 43 of 43 | 39 of 39 |  |
| fields renamed | 26 of 26 | 25 of 25 |  |
| values of another type | 45 of 45 | 48 of 48 |  |
| words replaced | 39 of 39 | 39 of 39 |  |
| numbers scaled | 66 of 66 | 50 of 50 |  |
| constants | 74 of 76 | 56 of 57 | \`specials-20\` |
| offers and licences | 39 of 39 | 20 of 24 | \`recreational-for-medical\`, \`specials-as-list-prices\`, \`specials-at-list-price\`, \`specials-forgotten\` |
| values of other products | 72 of 72 | 69 of 69 |  |
| ids | 48 of 48 | 48 of 48 |  |
| another store | 45 of 45 | 44 of 45 | \`prices-of-other-store\` |
| an earlier menu | 20 of 27 | 6 of 12 | \`half-stale\`, \`stale-first-pass\`, \`stale-five-passes\`, \`stale-prices\`, \`stale-with-new-dates\` |
| a part of the menu | 55 of 55 | 35 of 37 | \`largest-category-missing\`, \`random-half\` |
| pages | 22 of 22 | 22 of 22 |  |
| counts | 3 of 3 | 3 of 3 |  |
| in steps | 19 of 22 | 6 of 6 | \`shrinks-in-steps\`, \`sold-out-in-steps\` |
| several at once | 48 of 48 | 48 of 48 |  |
| all | 696 of 708: 98.3 % | 588 of 602: 97.7 % | |

Of 2,880 honest menus of days like any other, fewer than 0.5 % are doubted, almost all of stores with fewer than 50 products. Of 10,000 honest steps, in half of
which something happens that changes much of the menu, two in five are doubted; the look half an hour later lets in all of them.
`;

/** The page about how menus are judged. */
export function writeBeliefPage(): string {
  return [HEAD, faults(), rules(), MEASURED].join('\n');
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
