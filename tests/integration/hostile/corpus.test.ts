import { CORPUS, testCorpus } from './test-corpus.ts';

// Every eighth case of each kind, which fits into a run of all tests. The long tests run all cases.
testCorpus(
  Object.fromEntries(
    Object.entries(CORPUS).map(([kind, cases]) => [kind, cases.filter((_, place) => place % 8 === 0)]),
  ),
);
