import { inOneList } from './locale.ts';

/** A button, and why it cannot be pressed; null: it can. */
export type Refusal = readonly [button: string, whyNot: string | null];

/** A sentence for each reason, with the buttons that share it in front. */
export function describeWhyNot(refusals: readonly Refusal[]): string[] {
  const buttonsOf = new Map<string, string[]>();
  for (const [button, whyNot] of refusals)
    if (whyNot !== null) buttonsOf.set(whyNot, [...(buttonsOf.get(whyNot) ?? []), button]);
  return [...buttonsOf].map(([whyNot, buttons]) => `${inOneList(buttons)}: ${whyNot}`);
}
