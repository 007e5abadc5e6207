import { lazy, Suspense } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { Modal } from '../parts/modal.tsx';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import type { TaskSearch } from './task-search.ts';

const NewTaskDialog = lazy(async () => ({
  default: (await import('./new-task/new-task-dialog.tsx')).NewTaskDialog,
}));
const RecoverDialog = lazy(async () => ({ default: (await import('./recover-dialog.tsx')).RecoverDialog }));

const TITLES: Record<NonNullable<TaskSearch['ask']>, string> = {
  create: 'Create a task',
  recover: 'Recover stuck tasks',
};

interface TaskStartersShown {
  /** The dialog that is open. */
  ask: TaskSearch['ask'];
  onAsk: (ask: TaskSearch['ask']) => void;
}

/** The heading of the list, with what starts tasks. */
export function TaskStarters({ ask, onAsk }: TaskStartersShown) {
  const { data: session } = useSession();
  const whyNot = whyNotOperate(session);
  const Asked = ask === 'create' ? NewTaskDialog : RecoverDialog;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="mr-auto text-xl font-semibold">Tasks</h1>
      <ActionButton
        whyNot={whyNot}
        hint="Finds what is stuck, and asks before anything is done."
        onClick={() => onAsk('recover')}
      >
        {TITLES.recover}
      </ActionButton>
      <ActionButton whyNot={whyNot} hint="Starts a task, now or later." onClick={() => onAsk('create')}>
        {TITLES.create}
      </ActionButton>
      {ask === undefined || session === undefined ? null : (
        <Suspense>
          {whyNot === null ? (
            <Asked onClose={() => onAsk(undefined)} />
          ) : (
            <Modal title={TITLES[ask]} onClose={() => onAsk(undefined)}>
              {() => <p className="mt-2">{whyNot}</p>}
            </Modal>
          )}
        </Suspense>
      )}
    </div>
  );
}
