import { Link } from '@tanstack/react-router';
import { Facts } from '../parts/facts.tsx';
import { inDigits, inKilobytes } from '../parts/locale.ts';
import { inUnits, Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { type TaskDetail } from '../server/api-client.ts';
import { useChanges } from '../quarantine/use-changes.ts';
import { ApiProblem } from '../../api-client/answer-of.ts';

/** Shows the menu that a crawl stored: how it was fetched, and what changed since the previous menu. */
export function TaskMenu({ task: { menus, dispensary_id: dispensary } }: { task: TaskDetail }) {
  const [menu] = menus;
  if (menu === undefined) return null;
  const facts: [name: string, value: React.ReactNode][] = [
    ['Payload', <PayloadLinks key="payload" id={menu.id} fileState={menu.file_state} />],
    ['Verdict', <Verdict key="verdict" {...menu} />],
    [
      'Products',
      `${inDigits(menu.product_count)} on ${inDigits(menu.pages)} ${menu.pages === 1 ? 'page' : 'pages'}`,
    ],
    ['Size', `${inKilobytes(menu.size_bytes_raw)}, ${inKilobytes(menu.size_bytes)} on disk`],
    ['Fetched', <Fetched key="fetched" {...menu} />],
    ['Proxy', menu.proxy ?? 'unknown'],
    ['Exit address', menu.exit_address ?? 'unknown'],
    ['Browser profile', menu.browser_profile],
  ];
  return (
    <Section id="menu" title="The menu">
      <Facts facts={facts} />
      {dispensary === null || menu.file_state !== 'stored' ? null : (
        <Changes dispensary={dispensary} payload={menu.id} />
      )}
    </Section>
  );
}

function Verdict({ id, verdict }: TaskDetail['menus'][number]) {
  if (verdict !== 'suspect') return verdict;
  return (
    <Link to="/quarantine" search={{ payload: id }}>
      doubted
    </Link>
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

/** Counts what changed since the previous menu. */
function Changes({ dispensary, payload }: { dispensary: number; payload: number }) {
  const { data, error } = useChanges(dispensary, { to: payload });
  if (error instanceof ApiProblem && error.status === 404)
    return <p className="mt-3 text-(--soft)">There is no earlier menu to compare it with.</p>;
  if (error !== null)
    return (
      <div className="mt-3">
        <ProblemNotice error={error} />
      </div>
    );
  if (data === undefined) return <p className="mt-3 text-(--soft)">Comparing it with the previous menu</p>;
  const { added, removed, outOfStock, backInStock, repriced } = data.changes;
  return (
    <p className="mt-3">
      Against <a href={diffPath(dispensary, payload)}>the one before</a>: {inDigits(added.length)} products
      are new, {inDigits(removed.length)} are gone, {inDigits(outOfStock.length)} went out of stock,{' '}
      {inDigits(backInStock.length)} came back, and {inDigits(repriced)} have another price.
    </p>
  );
}

function diffPath(dispensary: number, payload: number): string {
  return `/api/payloads/store/${dispensary}/diff?to=${payload}`;
}
