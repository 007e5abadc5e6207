import { inDigits } from './locale.ts';

interface SelectAllShown {
  areAllSelected: boolean;
  onChange: () => void;
}

/** The heading of a column of checkboxes: selects all rows that are shown, or none. On a phone, where rows are cards, it has a label. */
export function SelectAllHeading({ areAllSelected, onChange }: SelectAllShown) {
  return (
    <th scope="col" className="w-6">
      <label className="flex gap-2 whitespace-nowrap">
        <input
          type="checkbox"
          aria-label="Select all that are shown"
          checked={areAllSelected}
          onChange={onChange}
        />
        <span className="sm:hidden">Select all</span>
      </label>
    </th>
  );
}

/** Says how many rows are selected, with a button that selects none. */
export function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <>
      <span className="text-sm text-(--soft)">{inDigits(count)} selected</span>
      {count === 0 ? null : (
        <button type="button" className="button px-2 py-0.5 text-sm" onClick={onClear}>
          Clear
        </button>
      )}
    </>
  );
}
