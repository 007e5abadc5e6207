import { closeOnEscape } from '../parts/close-on-escape.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import type { RunsOf } from '../server/api-client.ts';
import { COLUMNS, LINK, type Column } from './columns.tsx';

interface ListToolsShown {
  of: RunsOf;
  /** Returns the current query of the list; a string: why there is none. */
  queryOf: () => Record<string, string> | string;
  columns: readonly Column[];
  onColumns: (names: string) => void;
}

/** The choice of columns and the CSV button. */
export function ListTools({ of, queryOf, columns, onColumns }: ListToolsShown) {
  const shown = columns.map(({ name }) => name);
  const toggle = (name: string): void => {
    if (name === LINK) return;
    const after = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
    if (after.length > 0) onColumns(after.join(','));
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <details className="relative" onKeyDown={closeOnEscape}>
        <summary className="button inline-block">Columns</summary>
        <fieldset className="absolute right-0 z-10 mt-1 w-56 rounded border border-(--line) bg-(--surface) p-3 shadow">
          <legend className="sr-only">Columns</legend>
          {COLUMNS[of].map(({ name, title }) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={shown.includes(name)}
                disabled={name === LINK}
                onChange={() => toggle(name)}
              />{' '}
              {title}
              {name === LINK ? <span className="text-sm text-(--soft)">always shown</span> : null}
            </label>
          ))}
        </fieldset>
      </details>
      <CsvButton path={`/api/${of}`} queryOf={queryOf} things={of} />
    </div>
  );
}
