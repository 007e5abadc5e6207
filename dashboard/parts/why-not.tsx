import { describeWhyNot, type Refusal } from './describe-why-not.ts';

/** Why buttons cannot be pressed, for who has no mouse to see their titles. Screen readers find the reasons in the buttons. */
export function WhyNot({ of }: { of: readonly Refusal[] }) {
  const reasons = describeWhyNot(of);
  if (reasons.length === 0) return null;
  return (
    <p aria-hidden="true" data-why-not="" className="basis-full text-sm text-(--soft)">
      {reasons.join(' ')}
    </p>
  );
}
