import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { CliCommand } from '../../cli-command.ts';
import { readTime } from '../../read-time.ts';
import { formatLastRun } from './format-schedules.ts';

/** Adds `trigger` and `backfill`. */
export function addScheduleFirings(schedules: CliCommand): void {
  schedules
    .command('trigger')
    .description('Fires a schedule now, under its own overlap policy; exit code 1 when nothing was started.')
    .examples('crawlchain schedules trigger payload_fetch_all')
    .argument('<id>', 'the id of a schedule, as `list` shows it')
    .changes({
      send: (api, [id]: [string]) =>
        answerOf(api.POST('/api/schedules/{id}/trigger', { params: { path: { id } } })),
      format: (triggered, [id]) => formatTriggered(id, triggered),
      isGood: ({ outcome, schedule }) =>
        outcome === 'taken' || (outcome === 'fired' && schedule?.last_outcome !== 'failed'),
    });
  schedules
    .command('backfill')
    .description('Fires for each time of a period, at once and under its own overlap policy.')
    .examples(
      'crawlchain schedules backfill payload_fetch_all --from 2026-01-31T08:00:00Z --to 2026-01-31T12:00:00Z',
    )
    .argument('<id>', 'the id of a schedule, as `list` shows it')
    .requiredOption('--from <time>', 'ISO 8601, such as 2026-01-31T08:00:00Z', readTime)
    .requiredOption('--to <time>', 'ISO 8601', readTime)
    .changes({
      send: (api, [id]: [string], { from, to }: { from: Date; to: Date }) => {
        const body = { from: from.toISOString(), to: to.toISOString() };
        return answerOf(api.POST('/api/schedules/{id}/backfill', { params: { path: { id } }, body }));
      },
      format: ({ overlap }, [id]) =>
        `${id} fires for the times of that period, with the overlap policy ${overlap}.`,
    });
}

interface Triggered {
  outcome: Schemas['TriggeredSchedule']['outcome'];
  schedule: Schemas['Schedule'] | null;
}

function formatTriggered(id: string, { outcome, schedule }: Triggered): string {
  if (schedule === null || outcome === 'taken')
    return `Temporal has the trigger of ${id}, and has not reported the result in time; \`crawlchain schedules list\` shows it.`;
  if (outcome === 'skipped')
    return `${id} did not fire: its previous start still waits for a worker, and its overlap policy is ${schedule.overlap}.`;
  const run = formatLastRun(schedule);
  if (outcome === 'already-running' && run !== null) return `${id} started nothing: ${run}, and goes on.`;
  return `${id} fired: ${run ?? 'its run is not known yet'}`;
}
