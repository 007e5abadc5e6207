import { activityInfo } from '@temporalio/activity';
import pLimit from 'p-limit';
import type { ImageCounts } from '../domain/crawl-run.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { ChainRole } from '../domain/role.ts';
import type { Db } from '../db/connect.ts';
import { completeStage, enterStage } from '../db/queries/crawl-runs.ts';
import { loadDispensary } from '../db/queries/dispensaries.ts';
import {
  findMissingImages,
  recordImageFailure,
  saveImagePath,
  type MissingImage,
} from '../db/queries/images.ts';
import type { CrawlSession, SessionPorts } from '../egress/session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import { convertToWebp } from '../storage/convert-image.ts';
import type { ImageFiles } from '../storage/image-files.ts';
import { callingChain } from './calling-chain.ts';
import { heartbeatWhile } from './heartbeat-while.ts';
import { purposeOf } from './session-purpose.ts';

/** Downloads at once: enough to hide the network, few enough to leave the cores to the conversion. */
const CONCURRENCY = 4;

export interface DownloadImagesInput {
  dispensaryId: number;
  role: ChainRole;
}

interface Tools {
  db: Db;
  sessions: SessionPorts;
  imageFiles: ImageFiles;
  worker: string;
}

/** Activities that download images. */
export function createDownloadImagesActivities(tools: Tools) {
  return {
    /**
     * Downloads the images that a dispensary's products lack, converts them to WebP and completes the chain's run.
     * An image that fails is counted with its product; only a full disk or a lost identity stops the stage.
     */
    async downloadImages(input: DownloadImagesInput): Promise<ImageCounts> {
      const dispensary = await loadDispensary(tools.db, input.dispensaryId);
      if (dispensary === null)
        throw new CrawlError('NotFound', `There is no dispensary ${input.dispensaryId}.`);
      const { run, done } = await enterStage<ImageCounts>(tools.db, callingChain(input), {
        stage: 'images',
        role: input.role,
        worker: tools.worker,
      });
      if (done !== null) return done;
      const missing = await findMissingImages(tools.db, dispensary.id);
      const result =
        missing.length === 0 ? { downloaded: 0, failed: 0 } : await downloadAll(tools, dispensary, missing);
      await completeStage(tools.db, run, { stage: 'images', result, isLast: true });
      return result;
    },
  };
}

async function downloadAll(
  tools: Tools,
  dispensary: Dispensary,
  missing: MissingImage[],
): Promise<ImageCounts> {
  const counts: ImageCounts = { downloaded: 0, failed: 0 };
  // What is done stays done when a blocked identity makes the rest go through another.
  const waiting = new Set(missing);
  const purpose = purposeOf(dispensary, `${dispensary.platform}/images`);
  const downloadRest = async (session: CrawlSession): Promise<void> => {
    const limit = pLimit({ concurrency: CONCURRENCY, rejectOnClear: true });
    const downloads = [...waiting].map((image) =>
      limit(async () => {
        const isSaved = await downloadOne(tools, { dispensary, session, image });
        waiting.delete(image);
        if (isSaved) counts.downloaded += 1;
        else counts.failed += 1;
      }),
    );
    try {
      await Promise.all(downloads);
    } catch (error) {
      limit.clearQueue();
      // None may go on through a session that is about to close.
      await Promise.allSettled(downloads);
      throw error;
    }
  };
  try {
    await heartbeatWhile(
      () => ({ ...counts, of: missing.length }),
      () => withIdentities(tools.sessions, purpose, downloadRest),
    );
  } catch (error) {
    throw boundRetries(error);
  }
  return counts;
}

/** After so many attempts the pictures are left to the next chain; waiting for a limit or a stop is no failure. */
const ATTEMPTS_MAX = 4;

function boundRetries(error: unknown): unknown {
  if (!(error instanceof CrawlError) || error.kind === 'RateLimited') return error;
  if (activityInfo().attempt < ATTEMPTS_MAX) return error;
  const { kind, message, evidence, cause } = error;
  return new CrawlError(kind, message, {
    isFinal: true,
    cause,
    ...(evidence === undefined ? {} : { evidence }),
  });
}

interface OneImage {
  dispensary: Dispensary;
  session: CrawlSession;
  image: MissingImage;
}

/** @returns false when this image failed; throws what concerns more than one image */
async function downloadOne(
  { db, imageFiles }: Tools,
  { dispensary, session, image }: OneImage,
): Promise<boolean> {
  try {
    const { bytes } = await session.download(image.imageUrl);
    const { webp } = await convertToWebp(bytes);
    const path = await imageFiles.save({
      stateCode: dispensary.stateCode,
      storeSlug: dispensary.slug,
      brand: image.brandName,
      productId: image.providerProductId,
      webp,
    });
    await saveImagePath(db, image.productId, path);
    return true;
  } catch (error) {
    if (!(error instanceof CrawlError) || concernsMoreThanOne(error)) throw error;
    await recordImageFailure(db, image.productId, `${error.kind}: ${error.message}`);
    return false;
  }
}

/**
 * A dead proxy, a limit or a full disk meets every picture. A refusal does not: picture hosts answer 403 also for
 * what is gone.
 */
function concernsMoreThanOne({ kind }: CrawlError): boolean {
  return kind === 'ProxyFault' || kind === 'RateLimited' || kind === 'StorageFull' || kind === 'StaleAttempt';
}
