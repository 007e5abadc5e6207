import type { Db } from '../../db/connect.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import type { PlatformRegistry } from '../../platforms/registry.ts';
import type { PayloadFiles } from '../../storage/payload-files.ts';
import type { LegacyRow } from './legacy-row.ts';

/** What an import works with. */
export interface ImportTools {
  legacy: Db;
  db: Db;
  platforms: PlatformRegistry;
  /** Ours, where payloads go. */
  payloadFiles: PayloadFiles;
  /** The folder of the system before that has its payloads; null: they are left out. */
  payloadFolder: string | null;
  /** Asked for with the first password. */
  openSeal: () => Promise<PasswordSeal>;
  /** Writes nothing, neither rows nor files. */
  isDryRun: boolean;
}

/** What becomes of a row of the system before. */
export type Verdict = {
  id: number;
  /** Not whole here because of this row. */ incompletePayload?: number;
} & (
  | /** Its values, as our table takes them. */ { is: 'new'; values: Record<string, unknown> }
  /** It was taken over before. */
  | { is: 'present' }
  /** Another row of its key, with other values, is here. */
  | { is: 'merged' }
  | { is: 'refused'; why: string }
);

/** One table that is taken over. */
export interface ImportStep {
  /** The table's name, here and there. */
  table: string;
  batchSize: number;
  /** The table whose rows these belong to: without it there is nothing to take over. */
  parent?: string;
  /** Why it is left out altogether; null: it is not. */
  leftOut?(tools: ImportTools): string | null;
  /** Judges rows in the order of their ids, and writes the files that belong to those that are new. */
  judge(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]>;
  /** What rows take that are about to be written, and what has to be on its own. */
  prepare?(tools: ImportTools, values: Record<string, unknown>[]): Promise<void>;
  /** What is to be done when all rows were looked at. */
  finish?(tools: ImportTools, source: string): Promise<void>;
}

/** What becomes of a row that is not taken over. */
export function refused(id: number, why: string): Verdict {
  return { id, is: 'refused', why };
}
