import { setClock as setClockIn, type SetClock } from '../../faults/world/set-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Creates a clock for a process, ahead of the machine's clock by this time. The test may change it while the process runs. */
export async function setClock(aheadMs: number): Promise<SetClock> {
  return setClockIn(await temporaryFolder('clock-'), aheadMs);
}
