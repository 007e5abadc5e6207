import type { Command } from 'commander';
import { diffPayloads } from '../../../payloads/diff-payloads.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { storageSettings } from '../../../config/storage-settings.ts';
import type { Db } from '../../../db/connect.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { describeDiff } from './describe-diff.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

/** The ids of two payloads, the one before and the one after. */
export interface PayloadPair {
  from: number;
  to: number;
}

/**
 * Shows what changed between two payloads of a dispensary.
 * @param findPair may ask the database which two
 * @throws CommandRefused when there are none such, or they cannot be read
 */
export async function showDiff(
  findPair: (db: Db) => Promise<PayloadPair>,
  asJson: boolean,
  command: Command,
): Promise<void> {
  const found = await withDatabase(command, async ({ db, environment }) => {
    const tools = {
      db,
      platforms: createPlatformRegistry(platformSettings(environment)),
      payloadFiles: createPayloadFiles(storageSettings(environment)),
    };
    try {
      return await diffPayloads(tools, await findPair(db));
    } catch (error) {
      if (error instanceof CrawlError) throw new CommandRefused(error.message, { cause: error });
      throw error;
    }
  });
  process.stdout.write(asJson ? `${JSON.stringify(inSnakeCase(found), null, 2)}\n` : describeDiff(found));
}
