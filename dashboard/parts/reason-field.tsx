/** Asks why something is done; the audit keeps it. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <label>
      <span className="font-semibold">Reason</span>{' '}
      <span className="text-sm text-(--soft)">for the audit</span>
      <input
        className="field mt-1"
        value={value}
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
