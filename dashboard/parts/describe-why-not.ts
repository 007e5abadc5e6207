import { inOneList } from './locale.ts';

/** A button, and the reason why it is disabled; null: the button is enabled. */
export type Refusal = readonly [button: string, whyNot: string | null];

/** Returns a sentence for each reason; the sentence begins with the buttons that are disabled for this reason. */
export function describeWhyNot(refusals: readonly Refusal[]): string[] {
  const buttonsOf = new Map<string, string[]>();
  for (const [button, whyNot] of refusals)
    if (whyNot !== null) buttonsOf.set(whyNot, [...(buttonsOf.get(whyNot) ?? []), button]);
  return [...buttonsOf].map(([whyNot, buttons]) => `${inOneList(buttons)}: ${whyNot}`);
}
