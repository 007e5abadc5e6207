import { randomBytes } from 'node:crypto';
import { platformSettings } from '../../../config/platform-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { importLegacy, type ImportedTable } from '../../../legacy/import/import-legacy.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { makeLegacyData } from '../../support/legacy-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/test-database.ts';

/** The seal for the imported passwords. */
export const seal = createPasswordSeal(randomBytes(32));
/** The content of a payload with two products. */
export const TWO = { products: [{ id: 'p1' }, { id: 'p2' }] };

interface RequestedChange {
  isDryRun?: boolean;
  isFromStart?: boolean;
}

/** Prepares an import of generated legacy data into a new database. `runWithout` runs the import without a folder of payloads. */
export async function openImport() {
  const [legacy, { db }] = [await createEmptyDatabase(), await createTestDatabase()];
  await makeLegacyData(legacy.db);
  const [payloadFolder, root] = [await temporaryFolder('legacy-'), await temporaryFolder('storage-')];
  const payloadFiles = createPayloadFiles({ root });
  const tools = {
    legacy: legacy.db,
    db,
    platforms: createPlatformRegistry(platformSettings(readEnvironment({}))),
    payloadFiles,
    openSeal: () => Promise.resolve(seal),
  };
  const run = async (
    { isDryRun = false, isFromStart = false }: RequestedChange = {},
    folder: string | null = payloadFolder,
  ) => {
    const source = 'old.test/legacy';
    const tables = await importLegacy(
      { ...tools, payloadFolder: folder, isDryRun },
      { source, isFromStart, onProgress: () => undefined },
    );
    return Object.fromEntries(tables.map((table) => [table.table, table])) as Record<string, ImportedTable>;
  };
  return {
    legacy: legacy.db,
    db,
    payloadFolder,
    payloadFiles,
    root,
    run,
    runWithout: (request?: RequestedChange) => run(request, null),
  };
}
