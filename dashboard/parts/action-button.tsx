interface ActionButtonShown {
  /** Why the button is disabled; null: it is enabled. */
  whyNot: string | null;
  hint: string;
  /** What the button acts on, for screen readers. */
  about?: string;
  onClick: () => void;
  children: string;
}

/** A button that stays reachable by keyboard while disabled, so that users can read the reason. */
export function ActionButton({ whyNot, hint, about, onClick, children }: ActionButtonShown) {
  return (
    <button
      type="button"
      className="button"
      aria-disabled={whyNot !== null}
      title={whyNot ?? hint}
      onClick={() => {
        if (whyNot === null) onClick();
      }}
    >
      {children}
      {about === undefined ? null : <span className="sr-only"> {about}</span>}
      {whyNot === null ? null : <span className="sr-only">: {whyNot}</span>}
    </button>
  );
}
