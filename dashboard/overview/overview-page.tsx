import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ClockBanner, StaleBanner } from '../frame/banner.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import type { Overview } from '../server/api-client.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { Capacity } from './capacity.tsx';
import { Counts } from './counts.tsx';
import { DayChart } from './day-chart.tsx';
import { Decisions, Schedules, Servers, Targets } from './facts.tsx';
import { Failures } from './failures.tsx';
import { OVERVIEW_KEY, overviewQuery } from './overview-query.ts';
import { Running } from './running.tsx';
import { VerdictCard } from './verdict-card.tsx';

/**
 * How often the overview is polled. Events announce most changes, but some things change with time alone, such as an overdue
 * schedule or a proxy's cool-down.
 */
const ASK_EVERY_MS = 5_000;
const ASK_AFTER_FAILURE_MS = 3_000;

/** The start page: overall health, what is wrong and why, and whether it clears by itself. */
export function OverviewPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...overviewQuery,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AFTER_FAILURE_MS : ASK_EVERY_MS),
  });
  const live = useLiveEvents([OVERVIEW_KEY]);
  useEffect(() => {
    document.title = data === undefined ? 'Crawlchain' : `${TITLES[data.verdict]}, overview - Crawlchain`;
  }, [data]);
  if (data === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <StaleBanner overview={data} error={error} />
      <ClockBanner serverAt={data.generated_at} readAtMs={dataUpdatedAt} />
      <Parts overview={data} isLive={live === 'live' && error === null} isKnown={error === null} />
    </>
  );
}

const TITLES: Record<Overview['verdict'], string> = { good: 'Good', degraded: 'Degraded', bad: 'Bad' };

interface PartsShown {
  overview: Overview;
  isLive: boolean;
  /** False: the API does not answer, so the data is old. */
  isKnown: boolean;
}

function Parts({ overview, isLive, isKnown }: PartsShown) {
  return (
    <div className="grid gap-3 sm:gap-4">
      <h1 className="sr-only">Overview</h1>
      <VerdictCard {...{ overview, isLive, isKnown }} />
      <Counts overview={overview} />
      <Failures overview={overview} />
      <Capacity overview={overview} />
      <div className="grid gap-3 sm:gap-4 lg:grid-cols-2">
        <DayChart overview={overview} />
        <Running overview={overview} />
        <Decisions overview={overview} />
        <Targets overview={overview} />
        <Schedules overview={overview} />
        <Servers overview={overview} />
      </div>
    </div>
  );
}
