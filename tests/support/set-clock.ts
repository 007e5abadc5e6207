import { setClock as setClockIn, type SetClock } from '../../faults/world/set-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Creates a clock with this offset, which the test may change. */
export async function setClock(aheadMs: number): Promise<SetClock> {
  return setClockIn(await temporaryFolder('clock-'), aheadMs);
}
