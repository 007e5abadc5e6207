import { activityInfo, sleep } from '@temporalio/activity';
import pLimit from 'p-limit';
import type { ImageCounts } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { ChainRole } from '../domain/role.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import { completeStage, enterStage, type HeldRun } from '../db/queries/crawl-runs.ts';
import { loadDispensary } from '../db/queries/dispensaries.ts';
import {
  claimImageFile,
  countImages,
  findWantedImages,
  recordImageFailure,
  releaseImageFile,
  rememberImageFile,
  saveImagePath,
  type WantedImage,
} from '../db/queries/images.ts';
import type { CrawlSession, SessionPorts } from '../egress/session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import { waitFor } from '../observability/waits.ts';
import { convertToWebp } from '../storage/convert-image.ts';
import type { ImageFiles, ImageSubject } from '../storage/image-files.ts';
import { createBreakStreak, type BreakStreak } from '../stages/break-streak.ts';
import { currentChain, endingTask } from '../stages/current-chain.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import { passStoreOn, unlessTaken, type StoreTools } from '../stages/pass-store-on.ts';
import { purposeOf } from '../stages/session-purpose.ts';

/** Concurrent downloads: enough to hide the network, few enough to leave the cores to the conversion. */
const CONCURRENCY = 4;

/** How long one execution keeps starting downloads. The execution returns its slot when the downloads under way have finished. */
const TURN_MS = 30_000;

export interface DownloadImagesInput extends MayWait {
  dispensaryId: number;
  role: ChainRole;
  /**
   * The number of this round in the stage, from 1. If absent, one execution downloads everything, as older workflow code expects.
   */
  turn?: number;
}

/** What all rounds and attempts of a run did together. */
export interface ImagesResult extends ImageCounts {
  /** Addresses left for the next round; absent when the stage is complete. */
  waiting?: number;
}

interface Tools extends StoreTools {
  sessions: SessionPorts;
  imageFiles: ImageFiles;
  worker: string;
}

/** Creates the activities that download images. */
export function createDownloadImagesActivities(tools: Tools) {
  return {
    /**
     * Downloads the images that a dispensary's products and brands lack, converts them to WebP and completes the chain's run. An
     * image that fails is counted; only a full disk or a lost identity stops the stage. On a worker with a single slot, menus
     * wait for this activity, so each execution ends after one round and leaves the rest to the next.
     * @returns what all rounds and attempts of this run did together, or the task of the store that must end first
     */
    downloadImages: (input: DownloadImagesInput): Promise<ImagesResult | WaitsForStore> =>
      unlessTaken(input, async () => {
        const turn = await downloadInStage(tools, input);
        if (turn.waiting === undefined) await passStoreOn(tools, endingTask(input.dispensaryId));
        return turn;
      }),
  };
}

async function downloadInStage(tools: Tools, input: DownloadImagesInput): Promise<ImagesResult> {
  const dispensary = await loadDispensary(tools.db, input.dispensaryId);
  if (dispensary === null) throw new CrawlError('NotFound', `There is no dispensary ${input.dispensaryId}.`);
  const { run, done } = await enterStage<ImageCounts>(tools.db, currentChain(input), {
    stage: 'images',
    role: input.role,
    worker: tools.worker,
    isContinued: (input.turn ?? 1) > 1 && activityInfo().attempt === 1,
  });
  if (done !== null) return done;
  const timeMs = input.turn === undefined ? Infinity : TURN_MS;
  const waiting = await downloadWanted(tools, { dispensary, run, timeMs });
  const result = await countImages(tools.db, run);
  if (waiting > 0) return { ...result, waiting };
  await completeStage(tools.db, run, { stage: 'images', result, isLast: true });
  return result;
}

interface Turn {
  dispensary: Dispensary;
  run: HeldRun;
  timeMs: number;
}

/** Ends a round whose session failed after the round's time was up. The next round uses another identity. */
class TimeUp extends Error {}

/** Downloads what the time allows. @returns how many addresses are left for the next round */
async function downloadWanted(tools: Tools, { dispensary, run, timeMs }: Turn): Promise<number> {
  const wanted = await findWantedImages(tools.db, run);
  // Shared by all sessions, so that finished downloads stay done when a blocked identity is replaced.
  const waiting = Map.groupBy(wanted, ({ imageUrl }) => imageUrl);
  const addresses = waiting.size;
  if (addresses === 0) return 0;
  // The round's time starts with its first session, however long it took to get one.
  let endsAt: number | null = null;
  const purpose = purposeOf(dispensary, `${dispensary.platform}/images`);
  const downloadRest = async (session: CrawlSession): Promise<void> => {
    endsAt ??= performance.now() + timeMs;
    const turnEnd = endsAt;
    const limit = pLimit(CONCURRENCY);
    const streak = createBreakStreak();
    let started = 0;
    let isGivenUp = false;
    const downloads = [...waiting].map(([url, images]) =>
      limit(async () => {
        // A session opened after the end of the round still starts a few downloads: an idle session would be recorded as a
        // success.
        if (isGivenUp || (performance.now() >= turnEnd && started >= CONCURRENCY)) return;
        started += 1;
        try {
          await saveOne({ ...tools, streak, dispensary, run, session }, { url, images });
        } catch (error) {
          // Set this before the slot is free for another download.
          isGivenUp = true;
          throw error;
        }
        waiting.delete(url);
      }),
    );
    // No download may continue through a session that is about to close.
    await Promise.allSettled(downloads);
    await Promise.all(downloads);
  };
  const sessions: SessionPorts = {
    ...tools.sessions,
    admit: async (platform) => {
      if (endsAt !== null && performance.now() >= endsAt) throw new TimeUp();
      await tools.sessions.admit(platform);
    },
  };
  try {
    await heartbeatWhile(
      () => ({ addresses, waiting: waiting.size }),
      () => withIdentities(sessions, purpose, downloadRest),
    );
  } catch (error) {
    if (!(error instanceof TimeUp)) throw boundRetries(error);
  }
  return waiting.size;
}

/**
 * If this attempt or a later one fails, the images are left to the next chain. Waits for a limit, a stop or a full disk count as
 * attempts too, but the retries go on up to the 60 attempts of the activity.
 */
const ATTEMPTS_MAX = 4;

function boundRetries(error: unknown): unknown {
  if (!(error instanceof CrawlError) || error.kind === 'RateLimited' || error.kind === 'StorageFull')
    return error;
  if (activityInfo().attempt < ATTEMPTS_MAX) return error;
  const { kind, message, evidence, cause } = error;
  return new CrawlError(kind, message, {
    isFinal: true,
    cause,
    ...(evidence === undefined ? {} : { evidence }),
  });
}

interface Saving extends Tools {
  streak: BreakStreak;
  dispensary: Dispensary;
  run: HeldRun;
  session: CrawlSession;
}

/** One address and all products and brands that show its image. */
interface Address {
  url: string;
  images: WantedImage[];
}

/**
 * Saves the image of one address for everything that shows it, or counts its failure. Throws failures that affect other images
 * too.
 */
async function saveOne(saving: Saving, { url, images }: Address): Promise<void> {
  const { db, imageFiles, run, dispensary } = saving;
  try {
    const { file, until } = await findFile(saving, url);
    const webp = file ?? (await downloadFirst(saving, { url, images, until }));
    for (const image of images) {
      const path = await imageFiles.save(subjectOf(image, dispensary), webp);
      await saveImagePath(db, run, { image, path });
    }
  } catch (error) {
    if (!(error instanceof CrawlError) || concernsMoreThanOne(error)) throw error;
    const reason = `${error.kind}: ${error.message}`;
    for (const image of images) await recordImageFailure(db, run, { image, reason });
    saving.streak.count(error);
  }
}

const LOOK_AGAIN_MS = 1_000;

interface FoundFile {
  /** Null when the caller must download it. */
  file: Buffer | null;
  /** ISO 8601: end of the caller's claim; null when the address already has a file, even one that is lost. */
  until: string | null;
}

/**
 * Returns the image of an address if any store has downloaded it before and its file exists; otherwise, the caller must download
 * it. Stores that are crawled at the same time show the same logos, so this waits for a download that another crawl has under
 * way.
 */
async function findFile(saving: Saving, url: string): Promise<FoundFile> {
  const [address] = url.split('?', 1);
  return (
    (await claimFile(saving, url)) ??
    waitFor(`another crawl to download ${address}`, async () => {
      for (;;) {
        await sleep(LOOK_AGAIN_MS);
        const found = await claimFile(saving, url);
        if (found !== null) return found;
      }
    })
  );
}

/** Reads an address's image, or claims its download. @returns null while another crawl downloads the image */
async function claimFile({ db, imageFiles }: Saving, url: string): Promise<FoundFile | null> {
  const claim = await claimImageFile(db, url);
  if (claim.is === 'ours') return { file: null, until: claim.until };
  return claim.is === 'saved' ? { file: await imageFiles.read(claim.path), until: null } : null;
}

/**
 * Downloads and converts an image, saves it for the first product or brand that shows it, and remembers that file for the
 * address.
 */
async function downloadFirst(
  saving: Saving,
  { url, images, until }: Address & Pick<FoundFile, 'until'>,
): Promise<Buffer> {
  const { db, imageFiles, session, dispensary, streak } = saving;
  try {
    const { bytes } = await session.download(url);
    streak.end();
    const { webp } = await convertToWebp(bytes);
    const [first] = images;
    if (first !== undefined)
      await rememberImageFile(db, { url, path: await imageFiles.save(subjectOf(first, dispensary), webp) });
    return webp;
  } catch (error) {
    if (until !== null) await releaseImageFile(db, { url, until });
    throw error;
  }
}

function subjectOf(image: WantedImage, dispensary: Dispensary): ImageSubject {
  if (image.of === 'brand') return image;
  return {
    of: 'product',
    stateCode: dispensary.stateCode,
    storeSlug: dispensary.slug,
    brandName: image.brandName,
    productId: image.providerProductId,
  };
}

/**
 * Whether a failure affects every image, as a dead proxy, a limit or a full disk does. A refusal does not: image hosts answer 403
 * also for deleted images.
 */
function concernsMoreThanOne({ kind }: CrawlError): boolean {
  return kind === 'ProxyFault' || kind === 'RateLimited' || kind === 'StorageFull' || kind === 'StaleAttempt';
}
