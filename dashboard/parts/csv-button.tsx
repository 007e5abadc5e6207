import { useMutation } from '@tanstack/react-query';
import { saveCsv, saveRows } from '../server/save-csv.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface CsvButtonShown {
  /** The path of the list in the API. */
  path: string;
  /** Returns the current query of the list; a string: why there is no query now; null: the list takes no query. */
  queryOf: () => Record<string, string> | string | null;
  /** A noun for the list's items, such as `tasks`. */
  things: string;
}

/** A button that saves a list of the API as a CSV file. */
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
  /** The file name without extension, such as `failures`. */
  name: string;
  /** A noun for the rows. */
  things: string;
  /** The rows on the page; without rows the button is not shown. */
  rows: readonly object[];
}

/** A button that saves the rows of the page as a CSV file. */
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
