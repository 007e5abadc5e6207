import { answerOf } from '../../../api-client/answer-of.ts';
import { isLive, LIVE_STATUSES } from '../../../domain/worker.ts';
import { addList } from '../../api/declare-list.ts';
import { addRequest } from '../../api/declare-request.ts';
import type { CliCommand } from '../../cli-command.ts';
import { reasonOption } from '../../reason-option.ts';
import { CAPACITY_COLUMNS, readRoles } from './capacity-columns.ts';
import { formatPods } from './format-pods.ts';
import { WORKER_COLUMNS } from './format-worker.ts';
import { formatWorker, readWorker } from './show-worker.ts';

/** Adds `crawlchain workers` and its subcommands. */
export function addWorkerCommands(program: CliCommand): void {
  const workers = program.command('workers').description('The workers that run crawls.');
  addList(
    workers
      .command('list')
      .description('Shows the workers that live, with what they do and what they use.')
      .effect('reads')
      .examples('crawlchain workers list --all', 'crawlchain workers list --watch')
      .option('--all', 'also those that have stopped or were lost, for thirty days'),
    {
      route: '/api/worker-registry',
      columns: WORKER_COLUMNS,
      rows: (known) =>
        known.toSorted((one, other) => Number(isLive(other.status)) - Number(isLive(one.status))),
      none: 'No worker is live.',
      limit: Number.POSITIVE_INFINITY,
      query: ({ all }: { all?: true }) =>
        all === true ? {} : { status: [...LIVE_STATUSES, 'silent'].join(',') },
      below: async (api) => formatPods((await answerOf(api.GET('/api/worker-registry/pods'))).items),
    },
  );
  addRequest(
    workers
      .command('show')
      .description('Shows a worker and the tasks that it has in hand.')
      .effect('reads')
      .examples('crawlchain workers show worker-3')
      .argument('<id>', 'the id of a worker, as `workers list` shows it'),
    { send: (api, [id]: [string]) => readWorker(api, id), format: formatWorker },
  );
  addCapacity(workers);
  addRequest(
    workers
      .command('decommission')
      .description(
        'Asks a worker to stop: it takes nothing new, finishes or hands back what it has, and ends.',
      )
      .effect('changes')
      .examples('crawlchain workers decommission worker-3')
      .argument('<id>', 'the id of a worker, as `workers list` shows it')
      .addOption(reasonOption('why, for its row in the registry and the audit'))
      .confirmed(([id]) => `Stop the worker ${id}? It starts again only if whatever supervises it does so.`),
    {
      send: (api, [id]: [string]) =>
        answerOf(api.POST('/api/worker-registry/{id}/decommission', { params: { path: { id } } })),
      format: (_, [id]) => `${id} was asked to stop; it does so with its next heartbeat.`,
    },
  );
}

function addCapacity(workers: CliCommand): void {
  addList(
    workers
      .command('capacity')
      .description(
        'Shows what each role has to do, and how many workers it takes to be done in 1, 4 and 8 hours.',
      )
      .effect('reads')
      .examples('crawlchain workers capacity', 'crawlchain workers capacity payload_fetch --json')
      .argument('[role]', 'such as payload_fetch, or product_resync, which is two; default: all', readRoles),
    {
      route: '/api/tasks/capacity',
      columns: CAPACITY_COLUMNS,
      keep: ({ role }, [requested]) => requested === undefined || (requested as string[]).includes(role),
    },
  );
}
