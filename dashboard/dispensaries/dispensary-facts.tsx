import { Link } from '@tanstack/react-router';
import { Facts } from '../parts/facts.tsx';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import type { ListedRun } from '../server/api-client.ts';
import type { Dispensary } from '../server/dispensaries-api.ts';
import { describeError } from '../tasks/describe-error.ts';
import { StatusBadge } from '../tasks/describe-run.tsx';
import { searchOf } from '../tasks/search-words.ts';
import { describeBrowser, describeInterval, menuLinkOf } from './describe-dispensary.ts';

interface FactsShown {
  store: Dispensary;
  /** Undefined: not loaded yet. */
  tasks: { open: ListedRun | null; ended: ListedRun | null } | undefined;
}

/** Shows where a dispensary is, how it is crawled, and what became of its last task. */
export function DispensaryFacts({ store, tasks }: FactsShown) {
  const { id, last_crawl_at: crawledAt, closed_at: closedAt } = store;
  const place = [store.city, store.state].filter((part) => part !== null).join(', ');
  return (
    <Section
      id="facts"
      title="Facts"
      aside={
        <>
          <Link to="/tasks" search={{ q: searchOf({ dispensary_id: String(id) }) }}>
            Its tasks
          </Link>
          {', '}
          <Link to="/quarantine" search={{ store: id }}>
            its doubted menus
          </Link>
        </>
      }
    >
      <Facts
        facts={[
          ['Number', id],
          [
            'Platform',
            <Link key="platform" to="/platforms" hash={store.platform}>
              {store.platform}
            </Link>,
          ],
          ['City and state', place === '' ? null : place],
          ['Menu', <MenuPage key="menu" store={store} />],
          ['Interval', describeInterval(store)],
          ['Fetched in a browser', describeBrowser(store)],
          ['Menu in use', crawledAt === null ? 'none yet' : <Fetched key="fetched" at={crawledAt} />],
          ['Products', inDigits(store.product_count)],
          ['Under way', tasks?.open ? <TaskLine key="open" task={tasks.open} /> : null],
          ['Last task', tasks === undefined ? null : <LastTask key="last" task={tasks.ended} />],
          ['Switched off', store.crawl_enabled ? null : <SwitchedOff key="off" store={store} />],
          ['Closed', closedAt === null ? null : <Moment at={closedAt} />],
        ]}
      />
    </Section>
  );
}

function Fetched({ at }: { at: string }) {
  return (
    <>
      fetched <Moment at={at} />
    </>
  );
}

/** Shows who switched the crawls off, when and why. */
function SwitchedOff({ store }: { store: Dispensary }) {
  const { crawl_stopped_at: at, crawl_stopped_by: by, crawl_stopped_because: because } = store;
  if (at === null) return 'it is not known who did it: not through the API';
  return (
    <>
      <Moment at={at} /> by {by}
      <p className="break-words text-(--soft)">{because ?? 'without a reason'}</p>
    </>
  );
}

function MenuPage({ store }: { store: Dispensary }) {
  const link = menuLinkOf(store);
  if (link === null) return store.menu_url;
  return (
    <a href={link} rel="noreferrer" className="break-all">
      {link}
    </a>
  );
}

function LastTask({ task }: { task: ListedRun | null }) {
  return task === null ? 'none has ended yet' : <TaskLine task={task} />;
}

/** Shows how a task stands, and why it failed. */
function TaskLine({ task }: { task: ListedRun }) {
  const { id, role, status, created_at: createdAt, completed_at: endedAt } = task;
  const error = describeError(task.error_kind, task.error_message);
  return (
    <>
      <Link to="/tasks/$id" params={{ id }}>
        {role ?? 'task'}
      </Link>{' '}
      <StatusBadge of="tasks" status={status} /> <Moment at={endedAt ?? createdAt} />
      {error === null ? null : <p className="break-words text-(--soft)">{error}</p>}
    </>
  );
}
