import { describeWhyNot, type Refusal } from './describe-why-not.ts';

interface WhyNotShown {
  of: readonly Refusal[];
  /** Whether the line stays when nothing is disabled, so that what is below does not move under the pointer. */
  keepsPlace?: boolean;
}

/**
 * Shows why buttons are disabled, for users who cannot hover over them. Hidden from screen readers, which find the reasons in the
 * buttons.
 */
export function WhyNot({ of, keepsPlace = false }: WhyNotShown) {
  const reasons = describeWhyNot(of);
  if (reasons.length === 0 && !keepsPlace) return null;
  return (
    <p aria-hidden="true" data-why-not="" className="min-h-[1lh] basis-full text-sm text-(--soft)">
      {reasons.join(' ')}
    </p>
  );
}
