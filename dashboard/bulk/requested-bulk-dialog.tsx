import { lazy, Suspense } from 'react';
import type { BulkDialog, BulkRequest } from './bulk-dialog.tsx';

const LoadedDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

interface Requested extends Omit<Parameters<typeof BulkDialog>[0], 'request'> {
  /** Null: no dialog is open. */
  request: BulkRequest | null;
}

/**
 * The dialog of a bulk action, loaded when it is first opened. It is always rendered, and opened in a transition: with a new
 * `Suspense`, React would show it 0.3 s late.
 */
export function RequestedBulkDialog({ request, onClose }: Requested) {
  return (
    <Suspense>{request === null ? null : <LoadedDialog request={request} onClose={onClose} />}</Suspense>
  );
}
