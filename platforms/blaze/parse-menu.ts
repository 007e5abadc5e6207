import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';
import type { MenuPage } from '../platform.ts';
import { isRecord } from '../read-fields.ts';
import { ID_LENGTH_MAX } from '../read-identity.ts';
import { readId } from './read-id.ts';
import { readList } from './read-list.ts';

const owned = z.object({
  relationships: z.object({ store: z.object({ data: z.object({ id: z.string().min(1) }) }) }),
});

/**
 * Parses one page of a menu. Products stay unchanged. A product without an id gets an id made of its position and content, so that it is
 * counted as skipped, even if another page has such a product at the same position.
 * @throws UnexpectedAnswer
 */
export function parseMenuPage(answer: unknown): MenuPage {
  const { items, totalCount } = readList(answer, 'products');
  const ownerIds = new Set(items.flatMap(ownerOf));
  return {
    products: items.map((raw, position) => ({
      // The platform's id may contain any character, and is stored in the ledger and the database.
      id: storable(idOf(raw) ?? `without id, place ${position}: ${JSON.stringify(raw)}`.slice(0, 250)),
      raw,
    })),
    totalCount,
    ...(ownerIds.size === 0 ? {} : { ownerIds: [...ownerIds] }),
  };
}

function idOf(raw: unknown): string | null {
  const id = isRecord(raw) ? readId(raw) : null;
  return id !== null && id.length <= ID_LENGTH_MAX ? id : null;
}

function ownerOf(raw: unknown): string[] {
  const parsed = owned.safeParse(raw);
  return parsed.success ? [parsed.data.relationships.store.data.id.toLowerCase()] : [];
}
