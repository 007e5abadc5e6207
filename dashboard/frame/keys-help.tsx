import { Modal } from '../parts/modal.tsx';

const KEYS: readonly [keys: string, does: string][] = [
  ['Ctrl K', 'go to a page, a dispensary or a task, or do something'],
  ['?', 'show these keys'],
  ['/', 'go to the search of the page'],
  ['j, k', 'go to the next or the previous row'],
  ['Enter', 'open the row, if it has a page'],
  ['x', 'select the row'],
  ['Escape', 'close a dialog, or the choice of columns'],
];

/** Lists the keyboard shortcuts of all pages. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      {(close) => (
        <>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {KEYS.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt>
                  <kbd className="font-semibold">{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-3 flex justify-end">
            <button type="button" className="button button-main" onClick={close}>
              Close
            </button>
          </div>
        </>
      )}
    </Modal>
  );
}
