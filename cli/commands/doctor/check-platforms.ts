import type { StoppedTarget } from '../../../db/queries/pace-control.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { findingsOf, type Finding } from './finding.ts';

/** Reports platforms that an operator has stopped: their work waits, although everything else works. */
export function checkPlatforms(stopped: StoppedTarget[]): Finding[] {
  if (stopped.length === 0) return [findingsOf('platforms').ok('none is stopped')];
  return stopped.map(({ target, stoppedAt, because }) =>
    findingsOf(`platform: ${target}`).notice(
      withoutControls(`stopped since ${stoppedAt.toISOString().slice(0, 19)}Z: ${because}; its work waits`),
      `To let its requests go again: \`crawlchain platforms start ${target}\`.`,
    ),
  );
}
