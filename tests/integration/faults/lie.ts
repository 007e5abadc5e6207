import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Counted } from '../../../faults/check/finding.ts';
import type { CrawlWorld } from '../../support/crawl-world.ts';

/** Something untrue, and what the check has to say of it. */
export interface Lie {
  name: string;
  /** Makes the world a lie. @returns what makes it true again */
  plant: (world: CrawlWorld) => Promise<() => Promise<unknown>>;
  /** The findings, each as one line. */
  says: RegExp[];
  /** The lines of the scorecard that count it, one for each finding that a line counts. */
  counted?: Counted | Counted[];
}

/** Runs a statement now, and another one to take it back. */
export const statements = (plant: string, undo: string): Lie['plant'] => {
  return async ({ db }) => {
    const changed = await sql.raw(plant).execute(db);
    expect(changed.numAffectedRows).toBeGreaterThan(0n);
    return () => sql.raw(undo).execute(db);
  };
};

export const FIRST_PROXY = '(select min(id) from proxies)';
