import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { Modal } from '../parts/modal.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { importProxies, type ImportedProxies, type ProxyList } from '../server/proxies-api.ts';
import { countProxies } from './describe-proxy.ts';

interface ImportDialogShown {
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** The dialog that imports a pasted list: checks it first, and imports it when it is in order. */
export function ImportDialog({ onDone, onClose }: ImportDialogShown) {
  const [imported, setImported] = useState<ImportedProxies | null>(null);
  return (
    <Modal title="Import proxies" onClose={onClose}>
      {(close) =>
        imported === null ? (
          <ImportForm
            onImported={async (result) => {
              await onDone();
              setImported(result);
            }}
            onCancel={close}
          />
        ) : (
          <div className="mt-2 grid gap-3">
            <p role="status">
              {countProxies(imported.added)} added, {countProxies(imported.updated)} updated.
            </p>
            <button
              ref={focusOnce}
              type="button"
              className="button button-main justify-self-end"
              onClick={close}
            >
              Close
            </button>
          </div>
        )
      }
    </Modal>
  );
}

interface ImportFormShown {
  onImported: (result: ImportedProxies) => Promise<void>;
  onCancel: () => void;
}

const EMPTY: ProxyList = { text: '', owner: '', country: '' };

function ImportForm({ onImported, onCancel }: ImportFormShown) {
  const [list, setList] = useState(EMPTY);
  const [reason, setReason] = useState('');
  // Without `gcTime`, React Query keeps the list in memory for five minutes after the dialog is closed.
  const check = useMutation({
    mutationFn: () => importProxies(list, { isDryRun: true, reason: '' }),
    gcTime: 0,
  });
  const send = useMutation({
    mutationFn: () => importProxies(list, { isDryRun: false, reason }),
    gcTime: 0,
    onSuccess: onImported,
  });
  const change = (changed: Partial<ProxyList>): void => {
    setList({ ...list, ...changed });
    check.reset();
    send.reset();
  };
  const { proxies: count = null, added = 0, updated = 0 } = check.data ?? {};
  const isRunning = check.isPending || send.isPending;
  return (
    <QuestionForm
      verb={count === null ? 'Check the list' : `Import ${countProxies(count)}`}
      isEmpty={list.text.trim() === ''}
      isRunning={isRunning}
      error={check.error ?? send.error}
      isSent={check.error === null}
      onConfirm={() => (count === null ? check.mutate() : send.mutate())}
      onCancel={onCancel}
    >
      <ListFields list={list} isFixed={isRunning} onChange={change} />
      {count === null ? null : (
        <>
          <p role="status">
            The list is in order, and nothing is imported yet. {countProxies(added)} would be added and used
            at once, {countProxies(updated)} updated
            {updated === 0 ? '' : ': a resting one is used again, a disabled one stays disabled'}.
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <WrongLines error={check.error ?? send.error} />
    </QuestionForm>
  );
}

interface ListFieldsShown {
  list: ProxyList;
  isFixed: boolean;
  onChange: (changed: Partial<ProxyList>) => void;
}

function ListFields({ list: { text, owner, country }, isFixed, onChange }: ListFieldsShown) {
  return (
    <>
      <label>
        <span className="font-semibold">List</span>{' '}
        <span className="text-sm text-(--soft)">
          one proxy a line, such as <code>http://user:password@host:port</code> or{' '}
          <code>host:port:user:password</code>, or CSV with a first line that names its columns
        </span>
        {/* Spelling checkers of some browsers send what is typed to their makers. */}
        <textarea
          className="field mt-1 font-mono text-sm"
          rows={8}
          value={text}
          readOnly={isFixed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <label className="grow">
          <span className="font-semibold">Owner</span>{' '}
          <span className="text-sm text-(--soft)">the seller, optional</span>
          <input
            className="field mt-1"
            maxLength={200}
            value={owner}
            readOnly={isFixed}
            onChange={({ target }) => onChange({ owner: target.value })}
          />
        </label>
        <label className="w-40">
          <span className="font-semibold">Country</span>{' '}
          <span className="text-sm text-(--soft)">such as US</span>
          <input
            className="field mt-1"
            pattern="[A-Z]{2}"
            title="The two capital letters of a country, such as US"
            maxLength={2}
            value={country}
            readOnly={isFixed}
            onChange={({ target }) => onChange({ country: target.value.toUpperCase() })}
          />
        </label>
      </div>
    </>
  );
}

/** Lists the lines that the API refused. Its sentences have no passwords. */
function WrongLines({ error }: { error: Error | null }) {
  if (!(error instanceof ApiProblem) || error.details.length === 0) return null;
  return (
    <ul aria-label="Refused lines" className="max-h-48 list-disc overflow-y-auto pl-5 text-sm break-words">
      {error.details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  );
}
