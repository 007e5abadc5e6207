import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type PayloadFields = Schemas['PayloadFields'];

/** Formats how the fields of a platform changed between two payloads, a line for each field. */
export function formatFields(found: PayloadFields): string {
  const { from, to, vanished, appeared, renamed, products, are_same_products: areSame } = found;
  const looked = areSame
    ? `${products.after} products that are in both`
    : `${products.before} products of the one and ${products.after} of the other`;
  const lines = [
    `payload ${to} compared with payload ${from}, by ${looked}`,
    ...renamed.map((field) => `probably renamed  ${field.from} → ${field.to}: ${field.why}`),
    ...vanished.map(({ path, why }) => `gone              ${path}: ${why}`),
    ...appeared.map(({ path, why, example }) => `new               ${path}: ${why}; such as ${example}`),
    ...(vanished.length + appeared.length === 0 ? ['The platform sends the same fields.'] : []),
  ];
  return `${lines.map(withoutControls).join('\n')}\n`;
}
