import { Facts } from '../parts/facts.tsx';
import { inDigits, inKilobytes } from '../parts/locale.ts';
import { inUnits } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import type { TaskDetail } from '../server/api-client.ts';

const SECOND_MS = 1_000;

/** Shows what a task has used: time, storage, proxies. */
export function TaskCosts({ task: { costs, stages } }: { task: TaskDetail }) {
  const { pages, menu_bytes: menuBytes, stage_seconds: seconds, proxies } = costs;
  const facts: [name: string, value: string | null][] = [
    ['Time of its stages', stages.length === 0 ? null : inUnits(seconds * SECOND_MS)],
    [
      'Stored',
      pages === 0 ? null : `${inDigits(pages)} ${pages === 1 ? 'page' : 'pages'}, ${inKilobytes(menuBytes)}`,
    ],
    ['Through proxies', throughProxies(proxies)],
  ];
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <Section id="costs" title="What it took">
      <Facts facts={facts} />
    </Section>
  );
}

function throughProxies(proxies: TaskDetail['costs']['proxies']): string | null {
  if (proxies === null) return 'not kept any more';
  const { sessions, failed_sessions: failed, bytes } = proxies;
  if (sessions === 0) return null;
  const text = `${inKilobytes(bytes)} in ${inDigits(sessions)} ${sessions === 1 ? 'session' : 'sessions'}`;
  return failed === 0 ? text : `${text}, ${inDigits(failed)} of which failed`;
}
