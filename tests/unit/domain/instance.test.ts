import { assert, constantFrom, option, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInstances, OtherInstance, refuseOtherInstance } from '../../../domain/instance.ts';

const ids = option(constantFrom('one', 'two'));
const wished = option(constantFrom('one', 'two'), { nil: undefined });

/** Returns the error for using servers with these instance ids together; null if that is allowed. */
function refusalOf(database: string | null, temporal: string | null, wanted?: string): unknown {
  try {
    refuseOtherInstance({
      database: { id: database, place: 'the database at db:5432/x' },
      temporal: { id: temporal, place: 'the Temporal namespace crawlchain at t:7233' },
      wanted,
    });
    return null;
  } catch (error) {
    return error;
  }
}

describe('servers of one installation', () => {
  it('are those whose ids are the same, and the one that was asked for', () => {
    assert(
      property(ids, ids, wished, (database, temporal, wanted) => {
        const refusal = refusalOf(database, temporal, wanted);
        const belong = database !== null && database === temporal && (wanted ?? database) === database;
        expect(refusal instanceof OtherInstance).toBe(!belong);
      }),
    );
  });

  it('are told apart by both ids and both addresses', () => {
    expect(refusalOf('one', 'two')).toMatchObject({
      message: expect.stringMatching(
        /^The Temporal namespace crawlchain at t:7233 belongs to instance two, and the database at db:5432\/x to instance one\. /,
      ),
    });
  });

  it.each([
    ['same', { database: 'one', temporal: 'one', wanted: undefined }],
    ['same', { database: 'one', temporal: 'one', wanted: 'one' }],
    ['same', { database: 'one', temporal: undefined, wanted: undefined }],
    ['other', { database: 'one', temporal: 'two', wanted: undefined }],
    ['unmarked', { database: 'one', temporal: null, wanted: undefined }],
    ['unmarked', { database: null, temporal: 'one', wanted: undefined }],
    ['unmarked', { database: null, temporal: null, wanted: 'one' }],
    ['unwanted', { database: 'one', temporal: 'two', wanted: 'two' }],
    ['unwanted', { database: 'one', temporal: null, wanted: 'two' }],
    ['unwanted', { database: 'one', temporal: undefined, wanted: 'two' }],
  ] as const)('compare as %s: %j', (comparison, places) => {
    expect(compareInstances(places)).toBe(comparison);
  });

  it('need no Temporal where it is not asked', () => {
    const database = { id: 'one', place: 'the database at db:5432/x' };
    expect(() => refuseOtherInstance({ database, temporal: null, wanted: undefined })).not.toThrow();
  });
});
