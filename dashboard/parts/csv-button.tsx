import { useMutation } from '@tanstack/react-query';
import { saveCsv, saveRows } from '../server/save-csv.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface CsvButtonShown {
  /** Of the list in the API. */
  path: string;
  /** Its query, as it is now; a text: why there is none; null: the list takes none. */
  queryOf: () => Record<string, string> | string | null;
  /** What the list has, such as `tasks`. */
  things: string;
}

/** Saves a list as a file. */
export function CsvButton({ path, queryOf, things }: CsvButtonShown) {
  const csv = useMutation({
    mutationFn: async () => {
      const query = queryOf();
      if (typeof query === 'string') throw new Error(query);
      return saveCsv(path, query);
    },
  });
  return (
    <>
      <button
        type="button"
        className="button"
        title={`Saves the ${things} as a file`}
        disabled={csv.isPending}
        onClick={() => csv.mutate()}
      >
        {csv.isPending ? 'Saving' : 'CSV'}
      </button>
      {csv.data === false ? (
        <p role="status" className="text-sm text-(--warn)">
          The file has the first 10,000 {things}.
        </p>
      ) : null}
      {csv.error === null ? null : <ProblemNotice error={csv.error} />}
    </>
  );
}

interface RowsCsvButtonShown {
  /** Of the file, without its ending; such as `failures`. */
  name: string;
  /** What it saves, in words. */
  things: string;
  /** What the page shows; without any there is no button. */
  rows: readonly object[];
}

/** Saves what the page has already as a file. */
export function RowsCsvButton({ name, things, rows }: RowsCsvButtonShown) {
  if (rows.length === 0) return null;
  return (
    <button
      type="button"
      className="button"
      title={`Saves ${things} as a file`}
      onClick={() => saveRows(name, rows)}
    >
      CSV
    </button>
  );
}
