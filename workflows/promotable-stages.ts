import { CancellationScope, isCancellation, patched, setHandler } from '@temporalio/workflow';
import type { Priority } from '@temporalio/common';
import { priorityKey } from '../temporal-config/priorities.ts';
import { promoteSignal } from './messages.ts';
import type { WaitsForStore } from '../domain/store-wait.ts';
import { isJsonObject, STRICT_INPUT } from './require-input.ts';
import { createStoreWait } from './store-waits.ts';

/**
 * Runs the stages of a chain, each as one activity, so that a more urgent request for the same chain can promote it. An activity
 * that still waits for a worker is cancelled and scheduled again at the new priority. A running activity continues, and the
 * activities after it get the new priority. A stage waits while another task of the store is running.
 * @param initial the API priority that the chain was started with
 * @param showWait shows what a stage waits for; null when the wait has ended
 */
export function promotableStages(initial: number, showWait: (text: string | null) => void) {
  let urgency = initial;
  let running: { activity: string; scope: CancellationScope; isToBeRepeated: boolean } | null = null;

  setHandler(promoteSignal, (promotion) => {
    // A person may send the signal by hand: an error thrown here would fail the workflow task forever.
    const isSound = isJsonObject(promotion) && Number.isSafeInteger(promotion['priority']);
    if (!isSound && patched(STRICT_INPUT)) return;
    const { priority, waitingActivity } = promotion;
    if (priority <= urgency) return;
    urgency = priority;
    if (running === null || running.activity !== waitingActivity) return;
    running.isToBeRepeated = true;
    running.scope.cancel();
  });

  const inTurn = createStoreWait();

  const runPromotable = async <Result>(
    activity: string,
    schedule: (priority: Priority | undefined) => Promise<Result>,
  ): Promise<Result> => {
    for (;;) {
      const stage = { activity, scope: new CancellationScope(), isToBeRepeated: false };
      running = stage;
      try {
        return await stage.scope.run(() =>
          schedule(urgency > initial ? { priorityKey: priorityKey(urgency) } : undefined),
        );
      } catch (error) {
        // A person's cancellation ends the chain, even if it arrives at the same moment as a promotion.
        const isOurs = stage.isToBeRepeated && !CancellationScope.current().consideredCancelled;
        if (!isOurs || !isCancellation(error)) throw error;
      } finally {
        running = null;
      }
    }
  };

  return {
    /**
     * @param schedule schedules the activity of that name. Without a priority, the activity inherits the workflow's. It also
     * inherits each field that a given priority leaves out, such as the fairness key
     */
    run: <Result extends object>(
      activity: string,
      schedule: (priority: Priority | undefined) => Promise<Result | WaitsForStore>,
    ): Promise<Result> =>
      inTurn(() => runPromotable(activity, schedule), { show: showWait, urgency: () => urgency }),
  };
}
