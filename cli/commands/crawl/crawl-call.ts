import type { Command } from 'commander';
import type { Caller } from '../../caller.ts';

/** The options of `crawl`. */
export interface CrawlOptions {
  wait?: boolean;
  priority?: number;
  images: boolean;
  json?: boolean;
}

/** A call of `crawl`; the caller handles Ctrl-C and failures. */
export interface CrawlCall {
  options: CrawlOptions;
  command: Command;
  caller: Caller;
}
