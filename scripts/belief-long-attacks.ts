/** Measured with `longAttacks` and `attackSmall` of `bench/belief/`. */
export const LONG_ATTACKS = `## Lies that last

Each lie about the whole menu of a store of some 100 products, seen by a crawl, a look half an hour later and three regular crawls; then one honest
crawl, with its own look half an hour later where that is due. \`tests/long/belief-attacks.test.ts\` draws others with another \`BELIEF_SEED\`;
\`tests/long/belief-end-to-end.test.ts\` tells one lie of each group to a real worker.

- *Harm before*: refused lies that made any value wrong before the confirmation.
- *Got in*: lies that time confirmed, and the most products that were out of stock, or had a price, that was never true.
- *True again*: lies after which all values were true after one regular crawl.
- *Untold*: lies after which a few products, whose stock the honest menu does not tell, kept the stock that the lie told.
- *Only in the lie*: lies after which products that the store never had are in stock until their third miss.

| lies | refused at first | harm before | got in | most out of stock | most prices | true again | untold | only in the lie |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| fields left out | 22 of 22 | 0 | 12 | 0 | 24 | 22, 12 by a look later | 0 | 0 |
| fields emptied | 30 of 30 | 0 | 14 | 0 | 24 | 30, 19 by a look later | 0 | 0 |
| fields renamed | 18 of 18 | 0 | 12 | 0 | 24 | 18, 8 by a look later | 0 | 0 |
| values of another type | 30 of 30 | 0 | 10 | 0 | 0 | 30, 22 by a look later | 0 | 2 |
| words replaced | 26 of 26 | 0 | 26 | 110 | 0 | 26, 26 by a look later | 0 | 0 |
| numbers scaled | 44 of 44 | 0 | 44 | 0 | 117 | 44, 44 by a look later | 0 | 0 |
| constants | 51 of 52 | 0 | 48 | 107 | 117 | 52, 43 by a look later | 0 | 0 |
| offers and licences | 28 of 28 | 0 | 28 | 0 | 117 | 28, 21 by a look later | 0 | 0 |
| values of other products | 48 of 48 | 0 | 48 | 4 | 117 | 48, 45 by a look later | 6 | 8 |
| ids | 32 of 32 | 0 | 32 | 4 | 117 | 32, 32 by a look later | 2 | 30 |
| another store | 30 of 30 | 0 | 10 | 37 | 100 | 30, 25 by a look later | 1 | 4 |
| an earlier menu | 12 of 17 | 0 | 17 | 6 | 44 | 17, 13 by a look later | 0 | 1 |
| a part of the menu | 37 of 37 | 0 | 37 | 106 | 0 | 37, 24 by a look later | 0 | 0 |
| pages | 13 of 13 | 0 | 13 | 45 | 0 | 13, 3 by a look later | 0 | 0 |
| counts | 3 of 3 | 0 | 3 | 45 | 0 | 3, 1 by a look later | 0 | 0 |
| in steps | 13 of 14 | 0 | 12 | 29 | 117 | 14, 12 by a look later | 0 | 0 |
| several at once | 32 of 32 | 0 | 28 | 107 | 117 | 32, 32 by a look later | 4 | 11 |
| all | 469 of 476 | 0 | 394 | 110 | 117 | 476, 382 by a look later | 13 | 56 |

A store that lists products without any price, or without options, and that time believed when they had some, does not come back by itself: its
honest menu is \`unpriced\` or \`unread\`, which a person accepts.

## Small menus

Lies that make a quarter of the menu wrong, and honest menus of days like any other:

| products | refused | honest menus in doubt |
| --- | --- | --- |
| some 8 | 562 of 578: 97.2 % | 44 of 2,200: 2.0 % |
| some 12 | 561 of 578: 97.1 % | 16 of 2,200: 0.7 % |
| some 16 | 574 of 590: 97.3 % | 13 of 2,200: 0.6 % |
`;
