import { CORPUS, testCorpus } from './test-corpus.ts';

// Every eighth case of each kind, which is what fits into a run of all tests; the long tests run them all.
testCorpus(
  Object.fromEntries(
    Object.entries(CORPUS).map(([kind, cases]) => [kind, cases.filter((_, place) => place % 8 === 0)]),
  ),
);
