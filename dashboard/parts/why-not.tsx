import { describeWhyNot, type Refusal } from './describe-why-not.ts';

/**
 * Shows why buttons are disabled, for users who cannot hover over them. Hidden from screen readers, which find the reasons in the
 * buttons.
 */
export function WhyNot({ of }: { of: readonly Refusal[] }) {
  const reasons = describeWhyNot(of);
  if (reasons.length === 0) return null;
  return (
    <p aria-hidden="true" data-why-not="" className="basis-full text-sm text-(--soft)">
      {reasons.join(' ')}
    </p>
  );
}
