interface ActionButtonShown {
  /** Why it cannot be pressed; null: it can. */
  whyNot: string | null;
  hint: string;
  /** What it acts on, for readers who do not see where it stands. */
  about?: string;
  onClick: () => void;
  children: string;
}

/** A button that is disabled in a way that the keyboard still reaches, so that the reason is found. */
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
