import { Facts } from '../parts/facts.tsx';
import { inDigits, inKilobytes } from '../parts/locale.ts';
import { inUnits } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import type { TaskDetail } from '../server/api-client.ts';
import { layOutTime } from './lay-out-time.ts';

/** Shows what a task has used: time, storage, proxies. */
export function TaskCosts({ task }: { task: TaskDetail }) {
  const { pages, menu_bytes: menuBytes, proxies } = task.costs;
  const facts: [name: string, value: string | null][] = [
    ['Time at work', task.stages.length === 0 ? null : inUnits(atWorkMs(task))],
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

/** Returns the time of a task's stages without the waits between their attempts. */
function atWorkMs(task: TaskDetail): number {
  const { spans } = layOutTime(task, Date.now());
  return spans.reduce((sum, { lane, ms }) => (lane === 'waits' ? sum : sum + ms), 0);
}
