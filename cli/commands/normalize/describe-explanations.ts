import type { Explanation } from '../../../platforms/explain-product.ts';
import { snakeCased } from '../../in-snake-case.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

/** Describes where each value came from: the value, the fields that it depends on, the rule, and what was left out. */
export function describeExplanations(explanations: readonly Explanation[]): string {
  const lines = explanations.flatMap(({ value, result, from, rule, flaws }) => [
    value === null ? rule : `${value}: ${JSON.stringify(result)} (${rule})`,
    ...from.map(({ path, raw }) => `  from ${path}: ${JSON.stringify(raw)}`),
    ...flaws.map(({ cost, place, reason }) => `  ${cost} left out: ${place}: ${reason}`),
  ]);
  return `${lines.map(withoutControls).join('\n')}\n`;
}

/** Converts an explanation for programs; paths of values use the field names of `--json`. */
export function asJson({ value, ...explanation }: Explanation): Explanation {
  return { value: value?.replaceAll(/[A-Za-z]+/g, snakeCased) ?? null, ...explanation };
}
