import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TASK_VALUES } from '../../api-client/api-values.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section, TableFrame } from '../parts/section.tsx';
import { describeUpdates } from '../server/live-events.ts';
import type { PlatformPace } from '../server/platforms-api.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { describeLatency, describeLimits, stateOf } from './describe-pace.ts';
import { PlatformCard, type PlatformAction } from './platform-card.tsx';
import { LimitsDialog, StartDialog, StopDialog } from './platform-dialogs.tsx';
import { usePlatforms } from './use-platforms.ts';

/** The page of the platforms: whether each is requested, how fast, and what slows it down; stops and starts them. */
export function PlatformsPage() {
  const { list, live, refresh } = usePlatforms();
  const { data: session } = useSession();
  const [asked, ask] = useState<{ target: string; action: PlatformAction } | null>(null);
  useEffect(() => {
    document.title = 'Platforms - Crawlchain';
  }, []);
  const paces = list.data?.items;
  const Dialog = asked === null ? null : DIALOGS[asked.action];
  // Somebody else may change the platform while the dialog is open.
  const pace = paces?.find(({ target }) => target === asked?.target);
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h1 className="text-xl font-semibold">Platforms</h1>
        <CsvButton path="/api/platforms" queryOf={() => null} things="platforms" />
      </div>
      {list.error === null ? null : <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {paces === undefined ? (
        list.error === null ? (
          <p className="text-(--soft)">Loading</p>
        ) : null
      ) : (
        <>
          <p role="status" className="text-sm text-(--soft)">
            The limits hold over all workers; the page {describeUpdates(live)}.
          </p>
          <div className="grid gap-3 lg:grid-cols-2">
            {paces.filter(isPlatform).map((one) => (
              <PlatformCard
                key={one.target}
                pace={one}
                whyNot={whyNotOperate(session)}
                onAct={(action) => ask({ target: one.target, action })}
              />
            ))}
          </div>
          <OtherHosts paces={paces.filter((one) => !isPlatform(one))} />
        </>
      )}
      <p className="text-sm text-(--soft)">
        A platform that refuses every proxy may refuse the addresses of the <Link to="/proxies">proxies</Link>
        .
      </p>
      {pace === undefined || Dialog === null ? null : (
        <Dialog pace={pace} onDone={refresh} onClose={() => ask(null)} />
      )}
    </div>
  );
}

const DIALOGS = { stop: StopDialog, start: StartDialog, limits: LimitsDialog };

const isPlatform = ({ target }: PlatformPace): boolean =>
  TASK_VALUES.platform.some((name) => name === target);

/** Shows the hosts beside the platforms, such as those of pictures, which can be neither stopped nor limited here. */
function OtherHosts({ paces }: { paces: readonly PlatformPace[] }) {
  if (paces.length === 0) return null;
  return (
    <Section id="hosts" title="Other hosts">
      <TableFrame label="Limits of other hosts" isCards>
        <thead>
          <tr>
            {['Host', 'State', 'Limits', 'Under way', 'Waiting', 'Answers'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paces.map((pace) => (
            <tr key={pace.target}>
              <td className="break-all">{pace.target}</td>
              <td data-label="State">{stateOf(pace).word}</td>
              <td data-label="Limits">{describeLimits(pace)}</td>
              <td data-label="Under way">{inDigits(pace.under_way)}</td>
              <td data-label="Waiting">{inDigits(pace.waiting)}</td>
              <td data-label="Answers">{describeLatency(pace) ?? 'none yet'}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Section>
  );
}
