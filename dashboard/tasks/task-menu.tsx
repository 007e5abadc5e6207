import { useQuery } from '@tanstack/react-query';
import { inUnits, Moment } from '../parts/moment.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { type TaskDetail } from '../server/api-client.ts';
import { diffPayload } from '../server/payloads-api.ts';

const DIFF_KEY = 'payload-diff';

/** The menu that a crawl stored: by which way it came, and what is new in it. */
export function TaskMenu({ task: { menus, dispensary_id: dispensary } }: { task: TaskDetail }) {
  const [menu] = menus;
  if (menu === undefined) return null;
  const facts: [name: string, value: React.ReactNode][] = [
    ['Payload', <PayloadLinks key="payload" id={menu.id} fileState={menu.file_state} />],
    ['Verdict', menu.verdict],
    ['Products', `${inDigits(menu.product_count)} on ${inDigits(menu.pages)} pages`],
    ['Size', `${inKilobytes(menu.size_bytes_raw)}, ${inKilobytes(menu.size_bytes)} on disk`],
    ['Fetched', <Fetched key="fetched" {...menu} />],
    ['Proxy', menu.proxy ?? 'none that is known'],
    ['Exit address', menu.exit_address ?? 'not known'],
    ['Browser profile', menu.browser_profile],
  ];
  return (
    <Section id="menu" title="The menu">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-(--soft)">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {dispensary === null || menu.file_state !== 'stored' ? null : (
        <Changes dispensary={dispensary} payload={menu.id} />
      )}
    </Section>
  );
}

function PayloadLinks({ id, fileState }: { id: number; fileState: string }) {
  return fileState === 'stored' ? (
    <>
      {id}, <a href={`/api/payloads/${id}/data`}>its data</a>
    </>
  ) : (
    `${id}, whose file is ${fileState}`
  );
}

function Fetched({ fetched_at: at, fetch_duration_ms: ms }: TaskDetail['menus'][number]) {
  return (
    <>
      <Moment at={at} />, in {inUnits(ms)}
    </>
  );
}

/** What is new against the menu before, in numbers. */
function Changes({ dispensary, payload }: { dispensary: number; payload: number }) {
  const { data, error } = useQuery({
    queryKey: [DIFF_KEY, dispensary, payload],
    queryFn: () => diffPayload(dispensary, payload),
    staleTime: Infinity,
  });
  if (error !== null)
    return (
      <div className="mt-3">
        <ProblemNotice error={error} />
      </div>
    );
  if (data === undefined) return <p className="mt-3 text-(--soft)">Comparing it with the one before</p>;
  if (data === null) return <p className="mt-3 text-(--soft)">It is the first menu of this dispensary.</p>;
  const { added, removed, priceChanges, stockChanges } = data.diff;
  return (
    <p className="mt-3">
      Against <a href={diffPath(dispensary, payload)}>the one before</a>: {inDigits(added)} products added,{' '}
      {inDigits(removed)} gone, {inDigits(priceChanges)} prices and {inDigits(stockChanges)} stocks changed.
    </p>
  );
}

function diffPath(dispensary: number, payload: number): string {
  return `/api/payloads/store/${dispensary}/diff?to=${payload}`;
}

function inKilobytes(bytes: number): string {
  return `${inDigits(Math.max(1, Math.round(bytes / 1_000)))} kB`;
}
