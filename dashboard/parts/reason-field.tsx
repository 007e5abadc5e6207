interface ReasonFieldShown {
  value: string;
  onChange: (reason: string) => void;
  isRequired?: boolean;
  /** It was sent, and cannot be changed now. */
  isFixed?: boolean;
}

/** Asks why something is done; the audit keeps it. */
export function ReasonField({ value, onChange, isRequired = false, isFixed = false }: ReasonFieldShown) {
  return (
    <label>
      <span className="font-semibold">Reason</span>{' '}
      <span className="text-sm text-(--soft)">{isRequired ? 'required, ' : ''}for the audit</span>
      <input
        className="field mt-1"
        value={value}
        maxLength={500}
        required={isRequired}
        readOnly={isFixed}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
