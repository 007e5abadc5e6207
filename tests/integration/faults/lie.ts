import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Counted } from '../../../faults/check/finding.ts';
import type { CrawlWorld } from '../../support/crawl-world.ts';

/** A planted violation, and what the check must report about it. */
export interface Lie {
  name: string;
  /** Plants the violation. @returns a function that undoes it */
  plant: (world: CrawlWorld) => Promise<() => Promise<unknown>>;
  /** Matches the findings, one pattern for each. */
  says: RegExp[];
  /** The scorecard lines that count the violation, one for each finding that a line counts. */
  counted?: Counted | Counted[];
}

/** Creates a plant function from a statement and the statement that undoes it. */
export const statements = (plant: string, undo: string): Lie['plant'] => {
  return async ({ db }) => {
    const changed = await sql.raw(plant).execute(db);
    expect(changed.numAffectedRows).toBeGreaterThan(0n);
    return () => sql.raw(undo).execute(db);
  };
};

export const FIRST_PROXY = '(select min(id) from proxies)';
