/** The same product in two menus, exactly as the platform sent it. */
export type ProductPair = readonly [before: object, after: object];

/** The most products and paths that are searched for identifying fields. */
const PRODUCTS_MAX = 5_000;

const PATHS_MAX = 500;

/** Objects directly inside a product are searched too, because some platforms wrap the whole product in one. */
const DEPTH_MAX = 2;

/** A field identifies products if nearly all have it, nearly all with a distinct value. */
const SHARE_MIN = 0.9;

/** Fewer pairs may be chance. */
const PAIRS_MIN = 3;

/** For each text that a field has, the first product with this text. */
type Values = Map<string, object>;

/**
 * Pairs the products that are in both menus by the identifying field that gives the most pairs. The field itself may have been
 * renamed, so each field of one menu is compared with each of the other. Empty if no two fields give enough pairs.
 */
export function pairProducts(before: readonly unknown[], after: readonly unknown[]): ProductPair[] {
  const earlier = tellingFields(before);
  const later = tellingFields(after);
  let best: { pairs: ProductPair[]; isSame: boolean } = { pairs: [], isSame: false };
  for (const [path, values] of earlier)
    for (const [otherPath, others] of later) {
      const pairs = join(values, others);
      const isSame = path === otherPath;
      const isBetter =
        pairs.length > best.pairs.length || (pairs.length === best.pairs.length && isSame && !best.isSame);
      if (isBetter) best = { pairs, isSame };
    }
  return best.pairs.length < PAIRS_MIN ? [] : best.pairs;
}

/** Returns the identifying fields by path. */
function tellingFields(products: readonly unknown[]): Map<string, Values> {
  const fields = new Map<string, { values: Values; present: number }>();
  const looked = products.slice(0, PRODUCTS_MAX).filter(isRecord);
  for (const product of looked)
    eachText(product, (path, text) => {
      const field = fields.get(path) ?? { values: new Map(), present: 0 };
      if (!fields.has(path) && fields.size >= PATHS_MAX) return;
      fields.set(path, field);
      field.present += 1;
      if (!field.values.has(text)) field.values.set(text, product);
    });
  const telling = new Map<string, Values>();
  for (const [path, { values, present }] of fields)
    if (present >= looked.length * SHARE_MIN && values.size >= present * SHARE_MIN) telling.set(path, values);
  return telling;
}

function eachText(
  object: Record<string, unknown>,
  tell: (path: string, text: string) => void,
  { path, depth }: { path: string; depth: number } = { path: '', depth: 1 },
): void {
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && value !== '') tell(`${path}${key}`, value);
    else if (depth < DEPTH_MAX && isRecord(value))
      eachText(value, tell, { path: `${path}${key}.`, depth: depth + 1 });
  }
}

function join(values: Values, others: Values): ProductPair[] {
  const pairs: ProductPair[] = [];
  for (const [text, product] of values) {
    const other = others.get(text);
    if (other !== undefined) pairs.push([product, other]);
  }
  return pairs;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
