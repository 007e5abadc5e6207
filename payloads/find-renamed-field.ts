import { setTimeout as delay } from 'node:timers/promises';
import { CrawlError } from '../domain/errors.ts';
import type { RenamedField } from '../domain/fields/find-renamed.ts';
import { compareStoredFields } from './compare-stored-fields.ts';

/** Fields that a platform has probably renamed. */
export interface RenamedFields {
  /** The field with the most equal values. */
  first: Pick<RenamedField, 'from' | 'to'>;
  count: number;
}

/** How long a call waits for the comparison, which then continues in the background. */
const WAIT_MS_MAX = 1_000;

/** How many payloads' results are cached: the overview asks for one of the doubted and one of the rejected menus. */
const KNOWN_MAX = 4;

/**
 * Creates a function that finds the fields that a platform has probably renamed in a payload. The function returns null if there
 * are none, or if the comparison is impossible or takes too long. The results for the last few payloads are cached, since neither of
 * the two compared menus changes; a failure of the database or the disk is not cached.
 */
export function createRenamedFinder(
  tools: Parameters<typeof compareStoredFields>[0],
): (payloadId: number) => Promise<RenamedFields | null> {
  const known = new Map<number, Promise<RenamedFields | null>>();
  const find = async (payloadId: number): Promise<RenamedFields | null> => {
    try {
      const { renamed } = await compareStoredFields(tools, payloadId);
      const [first] = renamed;
      return first === undefined ? null : { first, count: renamed.length };
    } catch (error) {
      // A CrawlError says that the menus cannot be compared; the page of the payload shows why.
      if (!(error instanceof CrawlError)) known.delete(payloadId);
      return null;
    }
  };
  return (payloadId) => {
    const found = known.get(payloadId) ?? find(payloadId);
    known.set(payloadId, found);
    const [oldest] = known.keys();
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
    return Promise.race([found, delay(WAIT_MS_MAX, null, { ref: false })]);
  };
}
