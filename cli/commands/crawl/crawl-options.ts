/** The options of `crawl`. */
export interface CrawlOptions {
  wait?: boolean;
  priority?: number;
  images: boolean;
  json?: boolean;
}
