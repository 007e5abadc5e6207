import type { Command } from 'commander';
import type { Caller } from '../../caller.ts';

/** What `crawl` is told. */
export interface CrawlOptions {
  wait?: boolean;
  priority?: number;
  images: boolean;
  json?: boolean;
}

/** A call of `crawl`; Ctrl-C and failures are its caller's. */
export interface CrawlCall {
  options: CrawlOptions;
  command: Command;
  caller: Caller;
}
