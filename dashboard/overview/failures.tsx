import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { BulkDialog, type BulkRequest } from '../bulk/bulk-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { RowsCsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { Empty, Section } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { FailureGroup as Group, Overview } from '../server/api-client.ts';
import { searchOf } from '../tasks/search-words.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';

/** The failures of the last 24 hours, grouped by cause. */
export function Failures({ overview: { failures } }: { overview: Overview }) {
  const { data: session } = useSession();
  const [chosen, choose] = useState<Group | null>(null);
  const whyNot = whyNotOperate(session);
  return (
    <Section
      id="failures"
      title="Failures of the last 24 hours"
      aside={
        failures.total === 0 ? undefined : (
          <>
            {inDigits(failures.total)} in {failures.groups.length}
            {failures.more ? '+ groups' : failures.groups.length === 1 ? ' group' : ' groups'}
            <RowsCsvButton name="failures" things="the groups of failures" rows={failures.groups} />
          </>
        )
      }
    >
      {failures.groups.length === 0 ? (
        <Empty>Nothing failed for good.</Empty>
      ) : (
        <WhyNot of={[['Retry', whyNot]]} />
      )}
      <ul className="grid gap-3">
        {failures.groups.map((group) => (
          <FailureGroup
            key={`${group.of} ${group.kind} ${group.platform} ${group.message}`}
            group={group}
            whyNot={whyNot}
            onRetry={() => choose(group)}
          />
        ))}
      </ul>
      <BulkDialog request={chosen === null ? null : requestOf(chosen)} onClose={() => choose(null)} />
    </Section>
  );
}

function requestOf({ of, kind, platform, message, filter }: Group): BulkRequest {
  const title = `Retry ${kind ?? 'what failed'}${platform === null ? '' : ` on ${platform}`}`;
  return { requested: { action: 'retry', of, filter }, title, about: message };
}

interface GroupShown {
  group: Group;
  /** Why the user may not retry the group; null: they may. */
  whyNot: string | null;
  onRetry: () => void;
}

function FailureGroup({ group, whyNot, onRetry }: GroupShown) {
  const verb = group.retrying === 0 ? 'Retry' : 'Retry now';
  const whyNotThis = whyNotRetry(group);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-(--line) pt-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <GroupName group={group}>
            {inDigits(group.count)} {group.of === 'tasks' ? 'task' : 'job'}
            {group.count === 1 ? '' : 's'}: {group.kind ?? 'no kind'}
          </GroupName>
          <span className="text-sm text-(--soft)">
            {group.platform ?? 'no platform'}
            {group.dispensary_name === null ? '' : `, ${group.dispensary_name} alone`}
          </span>
          <Course group={group} />
          <span className="text-sm text-(--soft)">
            last <Moment at={group.last_at} />
          </span>
        </p>
        <TriedAgain group={group} />
        <p className="text-sm break-words">{group.message === '' ? 'No message.' : group.message}</p>
        {group.meaning === null ? null : <p className="text-sm text-(--soft)">{group.meaning}</p>}
      </div>
      <div className="flex items-center gap-3">
        <Sparkline counts={group.by_hour} />
        <ActionButton
          whyNot={whyNot ?? whyNotThis}
          hint="Counts first, and asks before anything is started."
          onClick={onRetry}
        >
          {verb}
        </ActionButton>
      </div>
      <WhyNot of={[[verb, whyNot === null ? whyNotThis : null]]} />
    </li>
  );
}

/** Says why a retry would change nothing; null: it would change something. */
function whyNotRetry(group: Group): string | null {
  if (isOver(group)) return 'All of these have succeeded since.';
  const { count, recovered, stopped } = group;
  return recovered + stopped < count ? null : 'The crawls of their dispensaries are switched off.';
}

/** Says how many runs of the group are retried by themselves and when, since those need no action. */
function TriedAgain({ group }: { group: Group }) {
  const { count, recovered, stopped, retrying, next_retry_at: nextAt } = group;
  if (isOver(group)) return null;
  if (recovered + stopped >= count)
    return <p className="text-sm font-semibold">The crawls of their dispensaries are switched off</p>;
  if (retrying === 0)
    return <p className="text-sm font-semibold">No retry of {recovered === 0 ? 'it' : 'the others'} waits</p>;
  const isPart = retrying + recovered < count;
  if (nextAt === null)
    return (
      <p className="text-sm font-semibold">
        {isPart
          ? `${retrying === 1 ? 'A retry of 1 is' : `Retries of ${inDigits(retrying)} are`} under way`
          : count - recovered === 1
            ? 'A retry of it is under way'
            : 'Retries of all are under way'}
      </p>
    );
  return (
    <p className="text-sm font-semibold">
      {isPart ? `${inDigits(retrying)} tried again by themselves` : 'Tried again by itself'}, the next{' '}
      <Moment at={nextAt} />
    </p>
  );
}

/** Whether every failure of the group has recovered. */
function isOver({ count, recovered }: Group): boolean {
  return recovered >= count;
}

/** Shows the trend of a group, such as `rising`, or that all its runs have recovered since. */
function Course({ group }: { group: Group }) {
  const { trend, recovered } = group;
  if (isOver(group)) return <Badge tone="good">went well since</Badge>;
  return (
    <>
      <Badge tone={trend === 'rising' ? 'bad' : 'neutral'}>{trend}</Badge>
      {recovered === 0 ? null : (
        <span className="text-sm text-(--soft)">{inDigits(recovered)} went well since</span>
      )}
    </>
  );
}

/** Links to the list of the runs in the group. */
function GroupName({ group: { of, filter }, children }: { group: Group; children: ReactNode }) {
  return (
    <Link to={of === 'tasks' ? '/tasks' : '/jobs'} search={{ q: searchOf(filter) }} className="font-semibold">
      {children}
    </Link>
  );
}

function Sparkline({ counts }: { counts: number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      viewBox={`0 0 ${counts.length * 4} 24`}
      width={counts.length * 4}
      height="24"
      role="img"
      aria-label={`By hour: ${counts.join(', ')}`}
    >
      {[...counts.entries()].map(([hour, count]) => {
        const height = count === 0 ? 1 : 2 + (count / most) * 22;
        return (
          <rect
            key={hour}
            x={hour * 4}
            y={24 - height}
            width="3"
            height={height}
            className={count === 0 ? 'fill-(--line)' : 'fill-(--bar-bad)'}
          />
        );
      })}
    </svg>
  );
}
