interface StatusMeaningsShown {
  /** A sentence for each status. */
  meanings: Readonly<Record<string, string>>;
}

/** A popover that explains the statuses next to it. The browser opens it, and closes it on Escape. */
export function StatusMeanings({ meanings }: StatusMeaningsShown) {
  return (
    <>
      <button type="button" popoverTarget="status-meanings" className="button px-2 py-0.5 text-sm">
        What do these mean?
      </button>
      <div
        id="status-meanings"
        popover="auto"
        role="group"
        aria-label="What the statuses mean"
        className="m-auto max-h-[90vh] w-[min(34rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-(--line) bg-(--surface) p-4 text-(--ink) shadow"
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          {Object.entries(meanings).map(([status, meaning]) => (
            <div key={status} className="contents">
              <dt className="font-semibold">{status.replace('_', ' ')}</dt>
              <dd className="min-w-0">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
