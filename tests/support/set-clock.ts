import { setClock as setClockIn, type SetClock } from '../../faults/world/set-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A clock that is wrong by so much until the test sets it otherwise. */
export async function setClock(aheadMs: number): Promise<SetClock> {
  return setClockIn(await temporaryFolder('clock-'), aheadMs);
}
