import { answerOf } from '../../../api-client/answer-of.ts';
import { isLive, LIVE_STATUSES } from '../../../domain/worker.ts';
import type { CliCommand } from '../../cli-command.ts';
import { reasonOption } from '../../reason-option.ts';
import { CAPACITY_COLUMNS, readRoles } from './capacity-columns.ts';
import { formatPods } from './format-pods.ts';
import { WORKER_COLUMNS } from './format-worker.ts';
import { formatWorker, readWorker } from './show-worker.ts';

/** Adds `crawlchain workers` and its subcommands. */
export function addWorkerCommands(program: CliCommand): void {
  const workers = program.command('workers').description('The workers that run crawls.');
  workers
    .command('list')
    .description('Shows the live workers, with their tasks and their use of resources.')
    .examples('crawlchain workers list --all', 'crawlchain workers list --watch')
    .option('--all', 'also workers that stopped or were lost within the last thirty days')
    .list({
      route: '/api/worker-registry',
      columns: WORKER_COLUMNS,
      rows: (known) =>
        known.toSorted((one, other) => Number(isLive(other.status)) - Number(isLive(one.status))),
      none: 'No worker is live.',
      limit: Number.POSITIVE_INFINITY,
      query: ({ all }) => (all === true ? {} : { status: [...LIVE_STATUSES, 'silent'].join(',') }),
      below: async (api) => formatPods((await answerOf(api.GET('/api/worker-registry/pods'))).items),
    });
  workers
    .command('show')
    .description('Shows a worker and its current tasks.')
    .examples('crawlchain workers show worker-3')
    .argument('<id>', 'the id of a worker, as `workers list` shows it')
    .reads({ send: (api, [id]: [string]) => readWorker(api, id), format: formatWorker });
  addCapacity(workers);
  workers
    .command('decommission')
    .description('Stops a worker: it takes no new tasks, finishes or returns its current ones, and ends.')
    .examples('crawlchain workers decommission worker-3')
    .argument('<id>', 'the id of a worker, as `workers list` shows it')
    .addOption(reasonOption('the reason, for its row in the registry and the audit'))
    .confirmed(([id]) => `Stop the worker ${id}? It stays stopped unless something else starts it again.`)
    .changes({
      send: (api, [id]: [string]) =>
        answerOf(api.POST('/api/worker-registry/{id}/decommission', { params: { path: { id } } })),
      format: (_, [id]) => `${id} was asked to stop; it does so with its next heartbeat.`,
    });
}

function addCapacity(workers: CliCommand): void {
  workers
    .command('capacity')
    .description('Shows the backlog of each role, and how many workers clear it in 1, 4 and 8 hours.')
    .examples('crawlchain workers capacity', 'crawlchain workers capacity payload_fetch --json')
    .argument(
      '[role]',
      'a role, such as payload_fetch, or product_resync for two of them; default: all',
      readRoles,
    )
    .list({
      route: '/api/tasks/capacity',
      columns: CAPACITY_COLUMNS,
      keep: ({ role }, [requested]) => requested === undefined || (requested as string[]).includes(role),
    });
}
