import type { ReactNode } from 'react';

/** A part of a page with a heading that can be linked to. */
export function Section({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="min-w-0 rounded-lg border border-(--line) bg-(--surface) p-4"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        {aside === undefined ? null : (
          <div className="text-sm text-(--soft) [&_.button]:ml-2 [&_.button]:px-2 [&_.button]:py-0">
            {aside}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

/** A placeholder for an empty section that says what to do next. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="text-(--soft)">{children}</p>;
}

interface TableShown {
  label: string;
  /** The number of rows including the heading, when some are not rendered. */
  rows?: number;
  /** Whether each row becomes a card on a phone. Cells then need the name of their column in `data-label`. */
  isCards?: boolean;
  children: ReactNode;
}

/** A frame in which a wide table scrolls horizontally. */
export function TableFrame({ label, rows, isCards, children }: TableShown) {
  return (
    // A scrolling region must be focusable by keyboard. Without `relative`, texts for screen readers would widen the page.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={`relative overflow-x-auto ${isCards === true ? 'cards' : ''}`}
    >
      <table
        aria-rowcount={rows}
        className="w-full border-collapse text-left text-sm [&_td]:border-t [&_td]:border-(--line) [&_td]:px-2 [&_td]:py-1.5 [&_td]:align-top [&_th]:px-2 [&_th]:py-1 [&_th]:font-semibold [&_th]:text-(--soft)"
      >
        {children}
      </table>
    </div>
  );
}
