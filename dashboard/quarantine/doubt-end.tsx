import { Moment } from '../parts/moment.tsx';
import type { PayloadDetail } from '../server/payloads-api.ts';
import { describeEnd } from './describe-doubt-end.ts';

/** Says when a menu is confirmed automatically, or that it never is. */
export function DoubtEnd({ end }: { end: NonNullable<PayloadDetail['doubt_end']> }) {
  const { before, at, after } = describeEnd(end, Date.now());
  return (
    <>
      {before}
      {at === null ? null : <Moment at={at} />}
      {after}
    </>
  );
}
