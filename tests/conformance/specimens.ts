import type { PlatformName } from '../../domain/dispensary.ts';

/** Answers that the tests cannot get from the sandbox. A new platform adds its own. */
interface Specimens {
  /** Well-formed answers in which the platform reports an error. */
  reported: unknown[];
  /** Answers that have a menu, and also something that does not belong there. */
  malformed: unknown[];
  /** Answers that reject an unknown query hash; empty for platforms without hashes. */
  unknownQuery: unknown[];
  /** Builds an answer with one store of this slug. */
  storeNamed(slug: string): unknown;
  /** A valid id that no store has. */
  unknownStoreId: string;
}

export const SPECIMENS: Record<PlatformName, Specimens> = {
  dutchie: {
    reported: [
      { errors: [{ message: 'Internal server error' }] },
      { errors: [{ message: 'Timed out \u0000', extensions: { code: 'TIMEOUT' } }], data: null },
    ],
    malformed: [
      { data: { filteredProducts: { products: [] } }, errors: 'out of order' },
      { data: { filteredProducts: { products: [{ id: '1' }, 7] } } },
      { data: { filteredProducts: { products: [], queryInfo: { totalCount: -1 } } } },
    ],
    unknownQuery: [
      { errors: [{ message: 'PersistedQueryNotFound' }] },
      { errors: [{ message: 'no such query', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
    ],
    storeNamed: (slug) => ({
      data: { filteredDispensaries: [{ id: '65a1b2c3d4e5f60718293a4b', name: 'Bloom', cName: slug }] },
    }),
    unknownStoreId: 'ffffffffffffffffffffffff',
  },
  blaze: {
    reported: [
      { errors: [{ status: '503', title: 'Service unavailable' }] },
      { errors: [{ detail: 'The shop is being moved \u0000' }], data: [] },
      { errors: [{}] },
    ],
    malformed: [
      { data: [], errors: 'out of order' },
      { data: [{ id: '1' }, 7] },
      { data: [], meta: { total_count: -1 } },
    ],
    unknownQuery: [],
    storeNamed: (slug) => ({
      data: [
        {
          type: 'stores',
          id: '0f0e0d0c-0b0a-4908-8706-050403020100',
          attributes: { name: 'Bloom', slug },
        },
      ],
    }),
    unknownStoreId: '00000000-0000-4000-8000-000000000000',
  },
};
