import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { Modal } from '../parts/modal.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { findDispensaries, findJob } from '../server/start-work.ts';
import { isJobId, isName, namedIn, paletteEntries, type PaletteEntry } from './palette-entries.ts';
import { chooseTheme } from './theme.ts';

const FOUND_KEY = 'palette-dispensaries';
const JOB_KEY = 'palette-job';

/** A search begins when the typed text has not changed for this time. */
const TYPED_AFTER_MS = 150;

/** The command palette: opens a page, finds a dispensary by name or a task or job by id, or runs an action. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Go to" onClose={onClose}>
      {(close) => <Choose onDone={close} />}
    </Modal>
  );
}

function Choose({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const take = useTake(onDone);
  const name = useSettled(typed.trim(), TYPED_AFTER_MS);
  const { data: dispensaries = [], error } = useQuery({
    queryKey: [FOUND_KEY, namedIn(name)],
    queryFn: () => findDispensaries(namedIn(name)),
    enabled: isName(namedIn(name)),
    placeholderData: keepPreviousData,
  });
  // Any word may be a job id, so it is no error if no job has it.
  const { data: job = null } = useQuery({
    queryKey: [JOB_KEY, name],
    queryFn: () => findJob(name),
    enabled: isJobId(name),
  });
  const entries = paletteEntries(typed, { dispensaries, job });
  const chosen = Math.min(at, entries.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const entry = entries[chosen];
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter' && entry !== undefined) take(entry);
    else return;
    event.preventDefault();
  };
  return (
    <div className="mt-2 grid gap-2">
      <input
        role="combobox"
        aria-label="A page, a dispensary, the id of a task or job, or what to do"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        {...(entries.length > 0 && { 'aria-activedescendant': `${listId}-${chosen}` })}
        autoComplete="off"
        spellCheck={false}
        placeholder="A page, a dispensary, the id of a task or job, or what to do"
        className="field"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Entries {...{ listId, entries, chosen }} onTake={take} />
      {error === null ? null : <ProblemNotice error={error} />}
    </div>
  );
}

/** Returns a function that runs a chosen entry. */
function useTake(onDone: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate();
  const isOnTasks = useLocation().pathname === '/tasks';
  return ({ choice }) => {
    onDone();
    if ('theme' in choice) chooseTheme(choice.theme);
    else if ('task' in choice) void navigate({ to: '/tasks/$id', params: { id: choice.task } });
    else if ('job' in choice) void navigate({ to: '/jobs/$id', params: { id: choice.job } });
    else if ('dispensary' in choice)
      void navigate({ to: '/dispensaries/$id', params: { id: String(choice.dispensary) } });
    else if ('ask' in choice)
      void navigate({
        to: '/tasks',
        // The search of another page does not apply to the list of tasks.
        search: (before) => ({
          ...(isOnTasks ? before : {}),
          status: undefined,
          ask: choice.ask,
          for: choice.for,
        }),
      });
    else void navigate({ to: choice.to, search: choice.search ?? {} });
  };
}

interface EntriesShown {
  listId: string;
  entries: readonly PaletteEntry[];
  chosen: number;
  onTake: (entry: PaletteEntry) => void;
}

function Entries({ listId, entries, chosen, onTake }: EntriesShown) {
  return (
    <ul id={listId} role="listbox" aria-label="What fits" className="max-h-80 overflow-y-auto">
      {entries.map((entry, place) => (
        <li
          key={`${entry.sort} ${entry.text} ${JSON.stringify(entry.choice)}`}
          id={`${listId}-${place}`}
          role="option"
          aria-selected={place === chosen}
          className="flex cursor-pointer justify-between gap-3 rounded px-3 py-1 aria-selected:bg-(--sunken)"
          // Not `onClick`: `mousedown` comes before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(entry);
          }}
        >
          <span className="min-w-0 break-words">{entry.text}</span>
          <span className="text-sm text-(--soft)">{entry.sort}</span>
        </li>
      ))}
    </ul>
  );
}
