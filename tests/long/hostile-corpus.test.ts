import { CORPUS, testCorpus } from '../integration/hostile/test-corpus.ts';

testCorpus(CORPUS);
