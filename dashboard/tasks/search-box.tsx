import { useEffect, useId, useState, type KeyboardEvent as FieldKey } from 'react';
import { isTyping } from '../parts/is-typing.ts';
import type { RunsOf } from '../server/api-client.ts';
import { suggest, type Suggestion } from './suggestions.ts';

interface SearchBoxShown {
  of: RunsOf;
  /** The text of the box, whether it is submitted or not. */
  typed: string;
  /** Returns the values that the runs of the list have for a search key without fixed values. */
  seen: (key: string) => readonly string[];
  onType: (typed: string) => void;
  onSearch: (search: string) => void;
}

/** Placeholders that fit on a phone and do not look like a submitted search. */
const EXAMPLES: Record<RunsOf, string> = {
  tasks: 'e.g. status:failed state:NV timed out',
  jobs: 'e.g. status:failed age:>2h timed out',
};

/**
 * The search box with suggestions. Enter submits the search; Enter or Tab accepts a suggestion that the arrow keys have chosen.
 */
export function SearchBox({ of, typed, seen, onType, onSearch }: SearchBoxShown) {
  const [chosen, choose] = useState(-1);
  const [isShown, show] = useState(false);
  const listId = useId();
  useSlash();
  const suggestions = isShown ? suggest(typed, { of, seen }) : [];
  const picked = suggestions[chosen];
  const type = (next: string): void => {
    onType(next);
    choose(-1);
    show(true);
  };
  const take = ({ search: next }: Suggestion): void => type(next);
  const onKeyDown = (event: FieldKey): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      show(true);
      choose((at) => Math.max(-1, Math.min(at + step, suggestions.length - 1)));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && picked !== undefined) take(picked);
    else if (event.key === 'Escape') show(false);
    else return;
    event.preventDefault();
  };
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-80"
      onSubmit={(event) => {
        event.preventDefault();
        show(false);
        onSearch(typed.trim());
      }}
    >
      <input
        id="run-search"
        type="search"
        role="combobox"
        aria-label={`Search ${of}`}
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(picked && { 'aria-activedescendant': `${listId}-${chosen}` })}
        autoComplete="off"
        spellCheck={false}
        placeholder={EXAMPLES[of]}
        className="field"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => show(false)}
      />
      <Suggestions id={listId} suggestions={suggestions} chosen={chosen} onTake={take} />
    </form>
  );
}

interface SuggestionsShown {
  id: string;
  suggestions: readonly Suggestion[];
  /** Index of the suggestion that the arrow keys have chosen. */
  chosen: number;
  onTake: (suggestion: Suggestion) => void;
}

function Suggestions({ id, suggestions, chosen, onTake }: SuggestionsShown) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Suggestions"
      hidden={suggestions.length === 0}
      className="absolute z-10 mt-1 w-full max-w-md rounded border border-(--line) bg-(--surface) py-1 shadow"
    >
      {suggestions.map((suggestion, at) => (
        <li
          key={suggestion.text}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          className="cursor-pointer px-3 py-1 aria-selected:bg-(--sunken)"
          // Not `onClick`: `mousedown` comes before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(suggestion);
          }}
        >
          <code>{suggestion.text}</code> <span className="text-sm text-(--soft)">{suggestion.help}</span>
        </li>
      ))}
    </ul>
  );
}

/** Makes `/` focus the search box, unless the user is typing. */
function useSlash(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event)) return;
      document.getElementById('run-search')?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
