interface ActionButtonShown {
  /** Why it cannot be pressed; null: it can. */
  whyNot: string | null;
  hint: string;
  onClick: () => void;
  children: string;
}

/** A button that is disabled in a way that the keyboard still reaches, so that the reason is found. */
export function ActionButton({ whyNot, hint, onClick, children }: ActionButtonShown) {
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
      {whyNot === null ? null : <span className="sr-only">: {whyNot}</span>}
    </button>
  );
}
