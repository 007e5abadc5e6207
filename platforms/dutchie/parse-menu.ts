import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';
import type { MenuPage } from '../platform.ts';
import { readData } from './envelope.ts';

const envelope = z.object({
  filteredProducts: z.object({
    products: z
      .array(z.unknown())
      .refine((products) => products.every((raw) => typeof raw === 'object'), 'expected products in the list')
      .refine(
        // Single products without an id are skipped. If no product has one, the form of the menu has changed, or this is not a menu.
        (products) => products.length === 0 || products.some((raw) => idOf(raw) !== null),
        'expected products with an id',
      ),
    queryInfo: z.object({ totalCount: z.number().int().nonnegative().nullish() }).nullish(),
  }),
});

const owned = z.object({ DispensaryID: z.string().min(1) });

const identified = z.union([z.object({ id: z.string().min(1) }), z.object({ _id: z.string().min(1) })]);

/**
 * Parses one page of FilteredProducts. Products stay unchanged. A product without an id gets an id made of its position and content, so
 * that it is counted as skipped, even if another page has such a product at the same position.
 * @throws UnexpectedAnswer
 */
export function parseMenuPage(answer: unknown): MenuPage {
  const { filteredProducts } = readData(answer, envelope, 'FilteredProducts');
  const ownerIds = filteredProducts.products.flatMap((raw) => {
    const parsed = owned.safeParse(raw);
    return parsed.success ? [parsed.data.DispensaryID] : [];
  });
  return {
    ownerIds: [...new Set(ownerIds)],
    products: filteredProducts.products.map((raw, position) => ({
      // The platform's id may contain any character, and is stored in the ledger and the database.
      id: storable(idOf(raw) ?? `without id, place ${position}: ${JSON.stringify(raw)}`.slice(0, 250)),
      raw,
    })),
    totalCount: filteredProducts.queryInfo?.totalCount ?? null,
  };
}

function idOf(raw: unknown): string | null {
  const parsed = identified.safeParse(raw);
  if (!parsed.success) return null;
  return 'id' in parsed.data ? parsed.data.id : parsed.data._id;
}
