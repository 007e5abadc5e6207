import { setTimeout as delay } from 'node:timers/promises';
import type { RenamedField } from '../domain/fields/find-renamed.ts';
import { compareStoredFields } from './compare-stored-fields.ts';

/** Fields that a platform has probably renamed. */
export interface RenamedFields {
  /** The one that is surest. */
  first: Pick<RenamedField, 'from' | 'to'>;
  count: number;
}

/** Who asks is answered without it after this; the comparison goes on. */
const WAIT_MS_MAX = 1_000;

/**
 * Finds what a platform has probably renamed in a payload; null: nothing, or it cannot be compared, or not so fast. The
 * answer for the last payload asked for is kept, as neither of the two menus changes.
 */
export function createRenamedFinder(
  tools: Parameters<typeof compareStoredFields>[0],
): (payloadId: number) => Promise<RenamedFields | null> {
  let known: { payloadId: number; found: Promise<RenamedFields | null> } | null = null;
  return (payloadId) => {
    if (known?.payloadId !== payloadId) known = { payloadId, found: findRenamed(tools, payloadId) };
    return Promise.race([known.found, delay(WAIT_MS_MAX, null, { ref: false })]);
  };
}

async function findRenamed(
  tools: Parameters<typeof compareStoredFields>[0],
  payloadId: number,
): Promise<RenamedFields | null> {
  try {
    const { renamed } = await compareStoredFields(tools, payloadId);
    const [first] = renamed;
    return first === undefined ? null : { first, count: renamed.length };
  } catch {
    // The page of the payload says why.
    return null;
  }
}
