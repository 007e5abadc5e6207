import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OtherInstance, refuseOtherInstance } from '../../../domain/instance.ts';

const ids = fc.option(fc.constantFrom('one', 'two'));
const wished = fc.option(fc.constantFrom('one', 'two'), { nil: undefined });

describe('servers of one installation', () => {
  it('are those whose ids are the same, and the one that was asked for', () => {
    fc.assert(
      fc.property(ids, ids, wished, (database, temporal, wanted) => {
        const check = () =>
          refuseOtherInstance({
            database: { id: database, place: 'the database at db:5432/x' },
            temporal: { id: temporal, place: 'the Temporal namespace crawlchain at t:7233' },
            wanted,
          });
        const belong = database !== null && database === temporal && (wanted ?? database) === database;
        if (belong) check();
        else expect(check).toThrow(OtherInstance);
      }),
    );
  });

  it('are told apart by both ids and both addresses', () => {
    const differing = {
      database: { id: 'one', place: 'the database at db:5432/x' },
      temporal: { id: 'two', place: 'the Temporal namespace crawlchain at t:7233' },
      wanted: undefined,
    };
    expect(() => refuseOtherInstance(differing)).toThrow(
      'The Temporal namespace crawlchain at t:7233 belongs to instance two, and the database at db:5432/x to instance one. ',
    );
  });

  it('need no Temporal where it is not asked', () => {
    refuseOtherInstance({ database: { id: 'one', place: 'x' }, temporal: null, wanted: undefined });
  });
});
