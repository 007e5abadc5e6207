import { Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import {
  JOB_PRIORITY_MAX,
  JOB_PRIORITY_USUAL,
  JOB_RETRIES_MAX,
  JOB_RETRIES_USUAL,
  ON_FAILURE,
} from '../../../domain/job.ts';
import type { CliCommand } from '../../cli-command.ts';
import { addRunOrder } from '../../run-filters.ts';
import { watchOption } from '../../output/list-options.ts';
import { readTime } from '../../read-time.ts';
import { FILE_COLUMNS, formatJob, JOB_COLUMNS } from './format-jobs.ts';
import { addJobFilters } from './job-filters.ts';
import { printJobLog } from './job-log.ts';
import {
  readId,
  readIds,
  readNames,
  readPayload,
  readPriority,
  readRetries,
  readWord,
} from './read-job-options.ts';
import { requireId } from '../../require-id.ts';
import { addJobEdit } from './edit-job.ts';
import { retryJob, startNewJob } from './start-jobs.ts';

const LISTED = 50;

/** Adds `jobs` and its subcommands. */
export function addJobCommands(program: CliCommand): void {
  const jobs = program
    .command('jobs')
    .description('Jobs of registered types, such as scrapes, downloads and syncs.');
  addLooks(jobs);
  addFiles(jobs);
  addLog(jobs);
  addStarts(jobs);
  addRetry(jobs);
  addJobEdit(jobs);
  jobs
    .command('cancel')
    .description('Cancels a job that waits or runs; a running job ends within some seconds.')
    .examples('crawlchain jobs cancel pictures')
    .argument('<id>', ID)
    .changes({
      send: (api, [id]: [string]) => answerOf(api.POST('/api/jobs/{id}/cancel', paramsOf(id))),
      format: (_, [id]) => `The cancellation of ${id} was requested.`,
    });
  jobs
    .command('delete')
    .description('Deletes a job that waits or has ended; the next sweep deletes its files.')
    .examples('crawlchain jobs delete pictures')
    .argument('<id>', ID)
    .confirmed(([id]) => `Delete the job ${id}?`)
    .changes({
      send: async (api, [id]: [string]) => {
        await answerOf(api.DELETE('/api/jobs/{id}', paramsOf(id)));
        return { id, deleted: true };
      },
      format: ({ id }) => `${id} is deleted; the next sweep of the storage deletes its files.`,
    });
}

const paramsOf = (id: string) => ({ params: { path: { id: requireId('job', id) } } });

const ID = 'the id of a job, as `jobs list` shows it';

function addLooks(jobs: CliCommand): void {
  jobs
    .command('list')
    .description('Shows jobs, the newest first.')
    .examples(
      'crawlchain jobs list',
      'crawlchain jobs list --status failed --platform instagram',
      'crawlchain jobs list --type download_media --since 2026-01-31T08:00:00Z --json',
    )
    .with(addJobFilters)
    .with(addRunOrder)
    .list({
      route: '/api/jobs',
      columns: JOB_COLUMNS,
      limit: LISTED,
    });
  jobs
    .command('show')
    .description('Shows one job, with its progress and its payload.')
    .examples('crawlchain jobs show pictures', 'crawlchain jobs show pictures --watch')
    .argument('<id>', ID)
    .addOption(watchOption('json'))
    .reads({
      send: (api, [id]: [string]) => answerOf(api.GET('/api/jobs/{id}', paramsOf(id))),
      format: formatJob,
    });
  jobs
    .command('types')
    .description(
      'Shows the types of jobs that the API starts: the built-in ones, and those of its JOB_TYPES.',
    )
    .examples('crawlchain jobs types', "crawlchain jobs types --jsonl | jq '.payload'")
    .list({
      route: '/api/job-types',
      columns: [
        { header: 'type', value: 'name', kind: 'id' },
        { header: 'title', value: 'title' },
        { header: 'egress', value: 'egress' },
        { header: 'what it does', value: 'about' },
      ],
    });
}

function addFiles(jobs: CliCommand): void {
  jobs
    .command('result')
    .description('Prints the whole result of a job, also one that is in a file.')
    .examples('crawlchain jobs result pictures --json > result.json')
    .argument('<id>', ID)
    .reads({
      send: (api, [id]: [string]) => answerOf(api.GET('/api/jobs/{id}/result', paramsOf(id))),
      format: (result) => JSON.stringify(result, null, 2),
    });
  jobs
    .command('files')
    .description('Shows the files that a job has stored, by name.')
    .examples('crawlchain jobs files pictures')
    .argument('<id>', ID)
    .list({
      route: '/api/jobs/{id}/files',
      columns: FILE_COLUMNS,
      none: 'The job has stored no files.',
      limit: LISTED,
      path: ([id]) => ({ id: requireId('job', String(id)) }),
    });
}

function addLog(jobs: CliCommand): void {
  jobs
    .command('log')
    .description('Prints the lines that the newest run of a job has logged.')
    .effect('reads')
    .examples('crawlchain jobs log pictures --follow')
    .argument('<id>', ID)
    .option('--follow', 'also prints new lines, until the job has ended')
    .option('--jsonl', 'prints each line as a JSON object')
    .viaApi()
    .action(printJobLog);
}

function addStarts(jobs: CliCommand): void {
  jobs
    .command('start')
    .description(
      'Starts a job, now or later; if the same job is open under its id, that one continues instead.',
    )
    .effect('changes')
    .examples(
      `crawlchain jobs start download_media --payload '{"media_ids": [1, 2, 3], "source": "dutchie"}' --wait`,
      `crawlchain jobs start download_media --id pictures --payload '{"urls": ["https://images.example.com/1.png"]}'`,
      `crawlchain jobs start --title 'Water the plants' --fallback --wait`,
      `crawlchain jobs start download_media --at 2026-01-31T08:00:00Z --payload '{"media_ids": [1], "source": "dutchie"}'`,
    )
    .argument('[type]', 'the type of the job, as `jobs types` shows it')
    .option('--title <title>', 'the title of the type, in place of its name', readWord)
    .option('--fallback', 'starts the type `default`, which does nothing, when no type has the title')
    .option(
      '--payload <json>',
      'the input of the job, a JSON object that fits its type, or @ and a file that has one',
      readPayload,
      {},
    )
    .option(
      '--id <id>',
      'an id of your own; one job with it can be open at a time; default: generated',
      readId,
    )
    .option('--deduplicate', 'computes the id from type, platform, account and payload')
    .option(
      '--platform <name>',
      'the site or service that the job uses; the limits of a menu platform apply to its jobs',
      readWord,
    )
    .option(
      '--account <name>',
      'the account that the job is for; one job of a platform and account runs at a time',
      readWord,
    )
    .option(
      '--credentials <names>',
      'the credentials that the job may use, as `credentials list` shows them, separated by commas',
      readNames,
    )
    .option('--priority <n>', PRIORITY, readPriority, JOB_PRIORITY_USUAL)
    .option('--max-retries <count>', RETRIES, readRetries, JOB_RETRIES_USUAL)
    .option('--at <time>', 'the earliest start, such as 2026-01-31T08:00:00Z', readTime)
    .option('--depends-on <ids>', 'other jobs whose ends it waits for, separated by commas', readIds)
    .addOption(
      new Option('--on-failure <what>', 'what it does when one of them does not complete').choices(
        ON_FAILURE,
      ),
    )
    .option('--wait', WAIT)
    .option('--json', JSON_OBJECT)
    .viaApi()
    .action(startNewJob);
}

function addRetry(jobs: CliCommand): void {
  jobs
    .command('retry')
    .description('Runs a closed job again: from where it failed, or from the start with another payload.')
    .effect('changes')
    .examples('crawlchain jobs retry pictures --priority 1 --wait')
    .argument('<id>', ID)
    .option('--priority <n>', `${PRIORITY}; default: as before`, readPriority)
    .option('--max-retries <count>', `${RETRIES}; default: as before`, readRetries)
    .option('--payload <json>', 'the whole new input, as for `jobs start`; default: as before', readPayload)
    .option('--depends-on <ids>', 'the jobs that it depends on now; default: as before', readIds)
    .option('--no-depends-on', 'lets it depend on none')
    .option('--wait', WAIT)
    .option('--json', JSON_OBJECT)
    .viaApi()
    .action(retryJob);
}

const PRIORITY = `1 is the most urgent, ${JOB_PRIORITY_MAX} the least`;
const RETRIES = `how many times the job is retried when it fails, 0 to ${JOB_RETRIES_MAX}`;
const WAIT = 'shows the progress until the end; exit code 1 when the job did not complete';
const JSON_OBJECT = 'prints one JSON object; with --wait how it ended';
