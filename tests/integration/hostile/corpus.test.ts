import { CORPUS, testCorpus } from './test-corpus.ts';

// Every fourth case of each kind, which is what fits into a run of all tests; the long tests run them all.
testCorpus(
  Object.fromEntries(
    Object.entries(CORPUS).map(([kind, cases]) => [kind, cases.filter((_, place) => place % 4 === 0)]),
  ),
);
