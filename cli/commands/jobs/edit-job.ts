import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { JOB_PRIORITY_MAX } from '../../../domain/job.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { readTime } from '../../read-time.ts';
import { requireId } from '../../require-id.ts';
import { readPayload, readPriority } from './read-job-options.ts';

interface EditOptions {
  priority?: number;
  at?: Date | 'now';
  payload?: Record<string, unknown>;
}

/** Adds `jobs edit`. */
export function addJobEdit(jobs: CliCommand): void {
  jobs
    .command('edit')
    .description('Changes a job that waits for its time or for a worker.')
    .examples(
      'crawlchain jobs edit pictures --priority 1 --at now',
      `crawlchain jobs edit pictures --payload '{"urls": ["https://images.example.com/2.png"]}'`,
    )
    .argument('<id>', 'the id of a job, as `jobs list` shows it')
    .option('--priority <n>', `1 is the most urgent, ${JOB_PRIORITY_MAX} the least`, readPriority)
    .option('--at <time>', 'the earliest start, such as 2026-01-31T08:00:00Z, or now', (given) =>
      given === 'now' ? given : readTime(given),
    )
    .option(
      '--payload <json>',
      'the whole new input, a JSON object or @ and a file that has one',
      readPayload,
    )
    .changes({
      read: editOf,
      send: (api, [id]: [string], body) =>
        answerOf(api.PATCH('/api/jobs/{id}', { params: { path: { id: requireId('job', id) } }, body })),
      format: ({ id }) => `${id} is changed; \`crawlchain jobs show ${id}\` shows it.`,
    });
}

function editOf({ priority, at, payload }: EditOptions): Schemas['EditJob'] {
  const scheduled_for = at === 'now' ? null : at?.toISOString();
  const edit = withoutUndefined({ priority, scheduled_for, payload });
  if (Object.keys(edit).length > 0) return edit;
  throw new CommandRefused('Nothing to change; give --priority, --at or --payload.');
}
