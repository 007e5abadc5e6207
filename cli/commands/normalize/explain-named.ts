import { explainProduct, TooLargeToExplain, type Explanation } from '../../../platforms/explain-product.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { CommandRefused } from '../../command-refused.ts';

/** How many ids to list if several products have the name. */
const IDS_SHOWN = 20;

/**
 * Explains the values of the product with an id, else of the only product with a name, in upper or lower case. If the menu's pages
 * repeat a product, its first record is explained.
 * @throws CommandRefused when no product or several match, or the product is skipped or too large
 */
export function explainNamed(platform: Platform, menu: readonly unknown[], wished: string): Explanation[] {
  const raw = findProduct(platform, menu, wished);
  try {
    const explanations = explainProduct(platform, menu, raw);
    if (explanations !== null) return explanations;
  } catch (error) {
    if (!(error instanceof TooLargeToExplain)) throw error;
    throw new CommandRefused(`The product ${wished} cannot be explained: ${error.message}.`, {
      cause: error,
    });
  }
  throw new CommandRefused(`The product ${wished} cannot be normalized.`);
}

function findProduct(platform: Platform, menu: readonly unknown[], wished: string): unknown {
  const normalize = platform.normalizerOf(menu);
  const name = wished.trim().toLowerCase();
  // Several products may have the same name; several records of one product have the same id.
  const named = new Map<string, unknown>();
  let skip: string | null = null;
  for (const raw of menu) {
    const normalized = normalize(raw);
    if (!normalized.ok) {
      if (normalized.id === wished) skip ??= normalized.reason;
      continue;
    }
    const { product } = normalized;
    if (product.providerProductId === wished) return raw;
    const isNamed = [product.name, product.nameRaw.trim()].some((given) => given.toLowerCase() === name);
    if (isNamed && !named.has(product.providerProductId)) named.set(product.providerProductId, raw);
  }
  if (named.size > 1)
    throw new CommandRefused(
      `Expected the name of one product, got ${wished}, which ${named.size} have. It takes the id of one: ` +
        `${[...named.keys()].slice(0, IDS_SHOWN).join(', ')}${named.size > IDS_SHOWN ? ', and more' : ''}.`,
    );
  for (const raw of named.values()) return raw;
  throw new CommandRefused(
    skip === null
      ? `There is no product ${wished} in this menu of ${menu.length}. It takes the platform's id of a product, or its whole name.`
      : `The product ${wished} is skipped: ${skip}.`,
  );
}
