// The real fan-out, with chains that end at once, so that only the fan-out is measured.
export { crawlDue } from '../../workflows/crawl-due.ts';

/** Stands in for a chain, and does nothing. */
export async function crawlDispensary(): Promise<void> {
  await Promise.resolve();
}
