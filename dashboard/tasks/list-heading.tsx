import { getRouteApi, Link } from '@tanstack/react-router';
import { ActionButton } from '../parts/action-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { RunsOf } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import type { RunSearch } from './run-search.ts';
import { NOUNS } from './describe-run.tsx';
import { NewTaskDialog } from './new-task/new-task-dialog.tsx';
import { RecoverDialog } from './recover-dialog.tsx';

const route = getRouteApi('/tasks');

const TITLES: Record<NonNullable<RunSearch['ask']>, string> = {
  create: 'Create a task',
  recover: 'Recover stuck tasks',
};

interface ListHeadingShown {
  of: RunsOf;
  /** The open dialog. */
  ask: RunSearch['ask'];
  onAsk: (ask: RunSearch['ask']) => void;
}

/** The heading of a list, with a link to the other list and buttons that start tasks. */
export function ListHeading({ of, ask, onAsk }: ListHeadingShown) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="text-xl font-semibold">{NOUNS[of].title}</h1>
      <nav aria-label="Lists" className="mr-auto ml-2 flex gap-3">
        <Link to="/tasks" search={{}} activeProps={{ 'aria-current': 'page' }}>
          Tasks
        </Link>
        <Link to="/jobs" search={{}} activeProps={{ 'aria-current': 'page' }}>
          Jobs
        </Link>
      </nav>
      {of === 'tasks' ? <TaskStarters ask={ask} onAsk={onAsk} /> : null}
    </div>
  );
}

function TaskStarters({ ask, onAsk }: Omit<ListHeadingShown, 'of'>) {
  const { data: session } = useSession();
  const whyNot = whyNotOperate(session);
  const { for: dispensary } = route.useSearch();
  const close = (): void => onAsk(undefined);
  return (
    <>
      <ActionButton
        whyNot={whyNot}
        hint="Finds stuck tasks, and asks before anything is done."
        onClick={() => onAsk('recover')}
      >
        {TITLES.recover}
      </ActionButton>
      <ActionButton whyNot={whyNot} hint="Starts a task, now or later." onClick={() => onAsk('create')}>
        {TITLES.create}
      </ActionButton>
      <WhyNot
        of={[
          [TITLES.recover, whyNot],
          [TITLES.create, whyNot],
        ]}
      />
      {ask === undefined || session === undefined ? null : whyNot !== null ? (
        <Modal title={TITLES[ask]} onClose={close}>
          {(hide) => (
            <div className="mt-2 grid gap-3">
              <p>{whyNot}</p>
              <button type="button" className="button button-main justify-self-end" onClick={hide}>
                Close
              </button>
            </div>
          )}
        </Modal>
      ) : ask === 'create' ? (
        <NewTaskDialog dispensary={dispensary} onClose={close} />
      ) : (
        <RecoverDialog onClose={close} />
      )}
    </>
  );
}
