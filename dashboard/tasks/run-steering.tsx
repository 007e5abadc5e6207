import { useState } from 'react';
import { BulkDialog, type BulkRequest } from '../bulk/bulk-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import type { RequestedBulkAction, ListedRun, RunsOf } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { ACTION_NAMES, ACTIONS, isOpen, NOUNS } from './describe-run.tsx';
import { OPEN } from './search-keys.ts';

type Action = RequestedBulkAction['action'];
type Steered = Pick<ListedRun, 'id' | 'status' | 'error_kind'>;

const HINTS: Record<RunsOf, Record<Action, string>> = {
  tasks: {
    retry: 'Starts the same work again.',
    cancel: 'Cancels it.',
    start: 'Makes it urgent, or starts it before its time.',
  },
  jobs: {
    retry: 'Runs it again, under the same id.',
    cancel: 'Cancels it.',
    start: 'Starts it before its time.',
  },
};

interface RunSteeringShown {
  of: RunsOf;
  run: Steered;
  /** Called when the dialog is closed. */
  onDone?: () => void;
}

/** The actions on one task or job. */
export function RunSteering({ of, run, onDone }: RunSteeringShown) {
  const { data: session } = useSession();
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const whyNobody = whyNotOperate(session);
  const whyNotOf = (action: Action): string | null => whyNobody ?? whyNotNow(action, run);
  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2">
        {ACTIONS.map((action) => (
          <ActionButton
            key={action}
            whyNot={whyNotOf(action)}
            hint={HINTS[of][action]}
            onClick={() =>
              setRequest({
                requested: { action, of, filter: filterOf(of, run, action) },
                title: `${ACTION_NAMES[action]} this ${NOUNS[of].one}`,
              })
            }
          >
            {ACTION_NAMES[action]}
          </ActionButton>
        ))}
      </div>
      <WhyNot of={ACTIONS.map((action) => [ACTION_NAMES[action], whyNotOf(action)])} />
      <BulkDialog
        request={request}
        onClose={() => {
          setRequest(null);
          onDone?.();
        }}
      />
    </>
  );
}

function whyNotNow(action: Action, run: Steered): string | null {
  if (action === 'start') return run.status === 'pending' ? null : 'It does not wait.';
  if (action === 'cancel') return isOpen(run) ? null : 'It has ended.';
  return isOpen(run) ? 'It has not ended.' : null;
}

function filterOf(of: RunsOf, { id, status, error_kind: kind }: Steered, action: Action) {
  if (action === 'cancel') return { ids: id, status: OPEN[of].join(',') };
  if (action === 'start') return { ids: id, status: 'pending' };
  // A retry skips runs that would fail again in the same way, unless the filter names the kind of their error.
  const isNamed = kind !== null && (of === 'tasks' || status === 'failed');
  return { ids: id, status, ...(isNamed ? { error: kind } : {}) };
}
