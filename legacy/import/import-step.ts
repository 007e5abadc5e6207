import type { Db } from '../../db/connect.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import type { PlatformRegistry } from '../../platforms/registry.ts';
import type { PayloadFiles } from '../../storage/payload-files.ts';
import type { LegacyRow } from './legacy-row.ts';

/** The services of an import. */
export interface ImportTools {
  legacy: Db;
  db: Db;
  platforms: PlatformRegistry;
  /** Our storage, where payloads are written. */
  payloadFiles: PayloadFiles;
  /** The legacy system's payload folder; null: payloads are skipped. */
  payloadFolder: string | null;
  /** Opens the seal for passwords; called only if a password is imported. */
  openSeal: () => Promise<PasswordSeal>;
  /** Whether to write neither rows nor files. */
  isDryRun: boolean;
}

/** What the import does with a legacy row. */
export type Verdict = {
  id: number;
  /** The payload that this row leaves incomplete here. */ incompletePayload?: number;
} & (
  | /** Its values for our table. */ { is: 'new'; values: Record<string, unknown> }
  /** It was imported before. */
  | { is: 'present' }
  /** A row with the same key and other values exists here. */
  | { is: 'merged' }
  | { is: 'refused'; why: string }
);

/** The import of one table. */
export interface ImportStep {
  /** The table's name, in both databases. */
  table: string;
  batchSize: number;
  /** The table that these rows belong to; without it nothing is imported. */
  parent?: string;
  /** Why the table is skipped; null when it is not. */
  leftOut?(tools: ImportTools): string | null;
  /** Judges rows in the order of their ids, and writes the files of new ones. */
  judge(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]>;
  /** Prepares the writing of rows, outside their transaction. */
  prepare?(tools: ImportTools, values: Record<string, unknown>[]): Promise<void>;
  /** Runs after all rows. */
  finish?(tools: ImportTools, source: string): Promise<void>;
}

/** Returns the verdict on a row that is not imported. */
export function refused(id: number, why: string): Verdict {
  return { id, is: 'refused', why };
}
