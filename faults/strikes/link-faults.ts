import { identifyProcess, isRunning } from '../../local/process-identity.mjs';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import { until } from '../world/until.ts';
import type { Fault, Figure } from './fault.ts';
import type { Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';
import { strikingStages, type Blow, type StageStrike } from './stage-faults.ts';
import { isRetried, onlyOneAttempt } from './stage-history.ts';

/** So short that statements on a held connection soon time out; longer than any statement takes on a busy machine. */
const STATEMENT_TIMEOUT_MS = 5_000;

const DELAY_MS = 300;

/** The least number of responses for which a crawl waits. */
const ANSWERS_MIN = 10;

/** Matches the log line of a lost connection. */
const LOST = /a database connection was lost/g;

/** The names of the figures: `commit` for lost responses to COMMIT, `other` for all other faults of the link. */
export const LINK_FIGURES = {
  commit: {
    crawlsLost: 'crawls lost to a lost COMMIT response',
    workersEnded: 'workers ended by a lost COMMIT response',
  },
  other: {
    crawlsLost: 'crawls lost to other link faults',
    workersEnded: 'workers ended by other link faults',
  },
};

/** Faults of the connections between a worker and PostgreSQL. The worker process must survive all of them. */
export const LINK_FAULTS: Fault[] = [
  strikingLink({
    name: 'link-idle',
    about: 'The idle connections of the worker to PostgreSQL are cut in the middle of a stage.',
    moments: ['fetch', 'images'],
    roundSeconds: 40,
    strikes: 2,
    async hit({ scene, release }) {
      const before = await countLost(scene);
      const cut = scene.link.cutConnections('idle');
      await release();
      // Waits for the log line before another strike cuts connections, so that the lines can be counted.
      const isLogged = await until('the worker logs a lost connection', async () => {
        return (await countLost(scene)) > before;
      }).then(
        () => cut > 0,
        () => false,
      );
      return {
        missed: async () => (isLogged ? null : `the worker logged no loss of ${cut} idle connections`),
      };
    },
  }),
  strikingLink({
    name: 'link-transaction',
    about: 'The connection to PostgreSQL is cut in the middle of the transaction of an ingest.',
    moments: ['ingest'],
    roundSeconds: 40,
    strikes: 2,
    async hit({ scene, crawl, stage, release }) {
      const cut = scene.link.cutConnections('transaction');
      await release();
      return {
        missed: async () =>
          cut === 0 ? 'no connection was in a transaction' : onlyOneAttempt(scene.world, crawl, stage),
      };
    },
  }),
  {
    name: 'link-commit',
    leavesHeld: true,
    about: 'The connection to PostgreSQL is cut after a COMMIT, before its answer arrives.',
    moments: ['fetch', 'ingest'],
    roundSeconds: 40,
    strikes: 2,
    momentsOf: async () => ['fetch', 'ingest'],
    async strike(scene, { store, moment }) {
      await goThroughLink(scene);
      const figures = watchWorker(scene, 'commit');
      let isLost = false;
      // The commit is recognized by a text in its transaction: the payload's row has the path of its file; the ingest has ids of
      // products.
      const mentioned = moment === 'fetch' ? `store_${store.dispensaryId}_` : store.truth.products[0]!.id;
      void scene.link.loseCommit(mentioned).then(() => (isLost = true));
      const crawl = await scene.requests.send(store.dispensaryId).acknowledged;
      await until(`the COMMIT of ${crawl.workflowId} is lost, or it has ended without`, async () => {
        return isLost || (await statusOf(scene, crawl)) !== 'running';
      });
      return {
        missed: async () => (isLost ? null : `no COMMIT of ${crawl.workflowId} mentioned ${mentioned}`),
        figures: () => figures(crawl),
      };
    },
  },
  strikingLink({
    name: 'link-hold',
    about: 'Nothing passes to PostgreSQL or back until the attempt has failed, because no answer came.',
    roundSeconds: 70,
    strikes: 3,
    async hit({ scene, crawl, stage, release }) {
      scene.link.hold();
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has failed`, () => isRetried(scene.world, crawl));
      scene.link.release();
      return { missed: () => onlyOneAttempt(scene.world, crawl, stage) };
    },
  }),
  {
    name: 'link-delay',
    leavesHeld: true,
    about: `Every answer of PostgreSQL is delayed by ${DELAY_MS} ms during a whole crawl.`,
    moments: ['crawl'],
    roundSeconds: 120,
    strikes: 1,
    momentsOf: async () => ['crawl'],
    async strike(scene, { store }) {
      await goThroughLink(scene);
      const figures = watchWorker(scene, 'other');
      scene.link.delayAnswers(DELAY_MS);
      const crawl = await scene.requests.send(store.dispensaryId).acknowledged;
      await until(`${crawl.workflowId} has ended`, async () => (await statusOf(scene, crawl)) !== 'running', {
        timeoutMs: 600_000,
      });
      const delayed = scene.link.countDelayed();
      scene.link.delayAnswers(0);
      return {
        missed: async () =>
          delayed >= ANSWERS_MIN ? null : `only ${delayed} answers came late, of at least ${ANSWERS_MIN}`,
        figures: () => figures(crawl),
      };
    },
  },
];

interface LinkFault extends Pick<Fault<Stage>, 'name' | 'about' | 'roundSeconds' | 'strikes'> {
  moments?: readonly Stage[];
  hit: (blow: Blow) => Promise<StageStrike>;
}

function strikingLink({ hit, ...fault }: LinkFault): Fault {
  const struck = strikingStages({
    ...fault,
    leavesHeld: true,
    async hit(blow) {
      const figures = watchWorker(blow.scene, 'other');
      return { ...(await hit(blow)), figures: () => figures(blow.crawl) };
    },
  });
  return {
    ...struck,
    async strike(scene, aim) {
      await goThroughLink(scene);
      return struck.strike(scene, { ...aim, moment: aim.moment as Stage });
    },
  };
}

const linked = new WeakSet<Scene>();

/** Replaces the scene's worker by one that connects to PostgreSQL through the link, unless that has been done before. */
async function goThroughLink(scene: Scene): Promise<void> {
  if (linked.has(scene)) return;
  linked.add(scene);
  const through = new URL(scene.world.databaseUrl);
  through.host = scene.link.address;
  await scene.worker.stop();
  await scene.worker.start({
    DATABASE_URL: through.href,
    DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS),
  });
}

/** Returns a function that measures, once the crawl has ended, whether the crawl and the current worker survived. */
function watchWorker(
  scene: Scene,
  of: keyof typeof LINK_FIGURES,
): (crawl: AcknowledgedCrawl) => Promise<Figure[]> {
  const { crawlsLost, workersEnded } = LINK_FIGURES[of];
  const worker = scene.worker.process();
  const identity = identifyProcess(worker.pid ?? 0);
  return async (crawl) => [
    { name: crawlsLost, value: (await statusOf(scene, crawl)) === 'completed' ? 0 : 1 },
    { name: workersEnded, value: scene.worker.process() === worker && isRunning(identity) ? 0 : 1 },
  ];
}

async function countLost(scene: Scene): Promise<number> {
  const log = await scene.world.readLog(scene.worker.process().name);
  return [...log.matchAll(LOST)].length;
}

/** Reads the status of a run. A run that has not begun counts as running. */
async function statusOf({ world }: Scene, { runId }: AcknowledgedCrawl): Promise<string> {
  const run = await world.db
    .selectFrom('crawl_runs')
    .where('workflow_run_id', '=', runId)
    .select('status')
    .executeTakeFirst();
  return run?.status ?? 'running';
}
