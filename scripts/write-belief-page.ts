import { CONFIRMED_BY } from '../domain/belief/confirm-menu.ts';
import { RULE_SHARES } from '../domain/belief/judge-menu.ts';
import { RULES } from '../domain/belief/rules.ts';
import type { Fault } from '../domain/belief/rule.ts';
import { LONG_ATTACKS } from './belief-long-attacks.ts';

const HEAD = `# Belief

Every menu is judged before it is ingested. Made from \`domain/belief/\` by \`node scripts/check-docs.ts --write\`; why it works this way is
[decision 0009](decisions/0009-belief.md).

The judge compares a menu with what is known of the store: the products that its last payload left on the shelf, the sizes of its last six payloads, and
the prices and quantities that the five payloads before the last one had of products whose prices change now.
Each rule counts one thing. It doubts the menu when the count is above 4 and above its share of the products, plus the square root of that many.
Of a menu of fewer than 12 products, three tenths of it stand in place of the 4; by rules with a share below 0.1, 15 % of a menu of fewer than 24.
\`SUSPECT_SHARES=gone=0.2,went-out=0.15\` sets other shares; 1 switches a rule off.

A menu in doubt is stored as \`suspect\`, and none of it goes in. It is fetched again through another identity:

- If that menu is believed, it goes in, and all suspect payloads of the store are \`rejected\`.
- If it is in doubt as well, and what is doubted is settled by then, it goes in as \`confirmed\`. \`decided_by\` says how, and \`confirmed_by\`
  lists the payloads that agreed.
- Otherwise the chain ends as \`unconfirmed\` ([temporal.md](temporal.md#looks-again)). Where time can settle the doubt, the store is looked at again
  \`CONFIRM_AFTER_MINUTES\` later. After six suspect payloads of such doubts within four times
  \`CONFIRM_AFTER_MINUTES\`, the store's regular crawls do that.

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

The lies are those of [the sandbox](sandbox-lies.md), of stores with some 100 products that were crawled six times before, with six seeds (101 to 106) that
were not used to set the shares. A lie counts if it would make a tenth of the menu wrong that is not wrong already when the menu is refused.
\`tests/long/belief-lies.test.ts\` draws others with another \`BELIEF_SEED\`.

| lies | about the whole menu: refused | about three tenths: refused | got in at times |
| --- | --- | --- | --- |
| fields left out | 66 of 66 | 60 of 60 |  |
| fields emptied | 90 of 90 | 81 of 81 |  |
| fields renamed | 54 of 54 | 48 of 48 |  |
| values of another type | 90 of 90 | 95 of 95 |  |
| words replaced | 78 of 78 | 78 of 78 |  |
| numbers scaled | 132 of 132 | 96 of 96 |  |
| constants | 156 of 156 | 110 of 110 |  |
| offers and licences | 84 of 84 | 36 of 36 |  |
| values of other products | 144 of 144 | 141 of 141 |  |
| ids | 96 of 96 | 96 of 96 |  |
| another store | 90 of 90 | 89 of 90 | \`prices-of-other-store\` |
| an earlier menu | 54 of 54 | 18 of 19 | \`stale-first-pass\` |
| a part of the menu | 112 of 112 | 84 of 84 |  |
| pages | 42 of 42 | 42 of 42 |  |
| counts | 6 of 6 | 6 of 6 |  |
| in steps | 46 of 47 | 12 of 12 | \`sold-out-in-steps\` |
| several at once | 96 of 96 | 96 of 96 |  |
| all | 1436 of 1437: 99.9 % | 1188 of 1190: 99.8 % | |

What gets in of an earlier menu is a third of one that is older than the last six payloads.

Of 5,760 honest menus of days like any other, fewer than 0.5 % are doubted, almost all of stores with fewer than 50 products. Of 10,000 honest steps, in half of
which something happens that changes much of the menu, two in five are doubted; the look half an hour later lets in all of them.
`;

/** The page about how menus are judged. */
export function writeBeliefPage(): string {
  return [HEAD, faults(), rules(), MEASURED, LONG_ATTACKS].join('\n');
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
