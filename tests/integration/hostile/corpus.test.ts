import { CORPUS, testCorpus } from './test-corpus.ts';

// Runs only every eighth case of each kind, so that a run of all tests stays short. The long tests run all cases.
testCorpus(
  Object.fromEntries(
    Object.entries(CORPUS).map(([kind, cases]) => [kind, cases.filter((_, place) => place % 8 === 0)]),
  ),
);
