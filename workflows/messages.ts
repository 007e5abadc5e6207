import { defineQuery } from '@temporalio/workflow';

/** Where a chain stands. */
export interface CrawlProgress {
  stage: 'fetch' | 'ingest' | 'images' | 'done';
  /** In words, for people. */
  summary: string;
}

/** Asks a running or closed `crawlDispensary` how far it is. */
export const crawlProgressQuery = defineQuery<CrawlProgress>('progress');
