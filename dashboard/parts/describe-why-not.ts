import { inOneList } from './locale.ts';

/** A button and why it is disabled; null: it is enabled. */
export type Refusal = readonly [button: string, whyNot: string | null];

/** One sentence for each reason, which starts with the buttons that share it. */
export function describeWhyNot(refusals: readonly Refusal[]): string[] {
  const buttonsOf = new Map<string, string[]>();
  for (const [button, whyNot] of refusals)
    if (whyNot !== null) buttonsOf.set(whyNot, [...(buttonsOf.get(whyNot) ?? []), button]);
  return [...buttonsOf].map(([whyNot, buttons]) => `${inOneList(buttons)}: ${whyNot}`);
}
