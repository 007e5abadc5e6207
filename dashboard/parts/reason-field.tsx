import { useEffect, useId, useRef } from 'react';

interface ReasonFieldShown {
  value: string;
  onChange: (reason: string) => void;
  isRequired?: boolean;
  /** True: the reason was sent and can no longer be changed. */
  isFixed?: boolean;
}

/** The audit log's limit of a reason, in characters. */
const LENGTH_MAX = 500;

/** From this number of characters on, the field shows how many are left. */
const NEARLY_FULL = 400;

/** A field for the reason of an action; the audit log stores it. */
export function ReasonField({ value, onChange, isRequired = false, isFixed = false }: ReasonFieldShown) {
  const field = useRef<HTMLInputElement>(null);
  const roomId = useId();
  const room = LENGTH_MAX - value.length;
  const text = room < 0 ? `${-room} characters too many` : `${room} characters left`;
  useEffect(() => field.current?.setCustomValidity(room < 0 ? `The reason has ${text}.` : ''), [room, text]);
  return (
    <label>
      <span className="font-semibold">Reason</span>{' '}
      <span className="text-sm text-(--soft)">{isRequired ? 'required, ' : ''}for the audit</span>
      <input
        ref={field}
        className="field mt-1"
        value={value}
        required={isRequired}
        readOnly={isFixed}
        aria-invalid={room < 0}
        aria-describedby={roomId}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={roomId} className={`text-sm ${room < 0 ? 'text-(--bad)' : 'text-(--soft)'}`}>
        {value.length > NEARLY_FULL ? text : ''}
      </span>
    </label>
  );
}
