import { COMBINED } from './combined-lies.ts';
import { DROPPED, EMPTIED, RENAMED } from './field-lies.ts';
import { IDENTITIES } from './identity-lies.ts';
import type { LieFamily, LieKind } from './lie-kind.ts';
import { MIXED_UP } from './mixed-up-lies.ts';
import { CONSTANT, SCALED } from './number-lies.ts';
import { OFFERS } from './offer-lies.ts';
import { OTHER_STORES } from './other-store-lies.ts';
import { COUNTS, PAGES } from './page-lies.ts';
import { STALE } from './stale-lies.ts';
import { STEPPED } from './stepped-lies.ts';
import { TRUNCATED } from './truncated-lies.ts';
import { RELABELLED, RETYPED } from './value-lies.ts';

/** Every lie that the sandbox can tell. */
export const LIE_FAMILIES: readonly LieFamily[] = [
  DROPPED,
  EMPTIED,
  RENAMED,
  RETYPED,
  RELABELLED,
  SCALED,
  CONSTANT,
  OFFERS,
  MIXED_UP,
  IDENTITIES,
  OTHER_STORES,
  STALE,
  TRUNCATED,
  PAGES,
  COUNTS,
  STEPPED,
  COMBINED,
];

export const LIE_KINDS: readonly LieKind[] = LIE_FAMILIES.flatMap(({ kinds }) => kinds);
