// The real fan-out, and chains that end at once: what is measured is the fan-out, not the crawls.
export { crawlDue } from '../../workflows/crawl-due.ts';

/** A chain that does nothing. */
export async function crawlDispensary(): Promise<void> {
  await Promise.resolve();
}
