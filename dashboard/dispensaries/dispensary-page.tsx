import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { describeUpdates } from '../server/live-events.ts';
import { dispensaryIdIn, whyNotCrawled } from './describe-dispensary.ts';
import { DispensaryFacts } from './dispensary-facts.tsx';
import { DispensaryHead } from './dispensary-head.tsx';
import { useDispensary } from './use-dispensary.ts';

const route = getRouteApi('/dispensaries/$id');

/** The page of one dispensary: whether and how it is crawled, how its last crawl ended; stops its crawls and allows them again. */
export function DispensaryPage() {
  const { id: given } = route.useParams();
  const id = dispensaryIdIn(given);
  return id === null ? <Missing given={given} /> : <Known key={id} id={id} />;
}

function Known({ id }: { id: number }) {
  const { store, tasks, live, refresh } = useDispensary(id);
  const { data, error } = store;
  useTitle(data?.name ?? 'Dispensary');
  if (error instanceof ApiProblem && error.code === 'not-found') return <Missing given={String(id)} />;
  if (data === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void store.refetch()} />
    );
  const why = whyNotCrawled(data);
  return (
    <div className="grid min-w-0 gap-3 sm:gap-4">
      {error === null ? null : <ProblemNotice error={error} />}
      <DispensaryHead store={data} onDone={refresh} />
      {why === null ? null : <p className="rounded bg-(--warn-surface) p-2 text-(--warn)">{why}</p>}
      {tasks.error === null ? null : <ProblemNotice error={tasks.error} />}
      <DispensaryFacts store={data} tasks={tasks.data} />
      <p role="status" className="text-sm text-(--soft)">
        The page {describeUpdates(live)}.
      </p>
    </div>
  );
}

function Missing({ given }: { given: string }) {
  useTitle('No such dispensary');
  return (
    <div className="rounded-lg border border-(--line) bg-(--surface) p-5">
      <h1 className="mb-2 text-xl font-semibold">There is no dispensary {given}</h1>
      <p>
        <i>Go to</i> finds dispensaries by words of their name or city. The <Link to="/">overview</Link> shows
        how everything stands.
      </p>
    </div>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - Crawlchain`;
  }, [title]);
}
