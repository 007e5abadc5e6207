import { inDigits } from '../parts/locale.ts';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { switchProxies, type Proxy } from '../server/proxies-api.ts';
import { addressOf, countProxies, describeOutcome, describeStates } from './describe-proxy.ts';

/** Proxies to enable or disable. */
export interface RequestedSwitch {
  change: 'enable' | 'disable';
  proxies: readonly Proxy[];
}

interface SwitchDialogShown {
  request: RequestedSwitch;
  /** All proxies, of which the request changes some. */
  all: readonly Proxy[];
  onDone: () => Promise<void>;
  onClose: () => void;
}

const VERBS = { enable: 'Enable', disable: 'Disable' };

/** Addresses listed in the dialog. */
const NAMED_MAX = 5;

/** Says what enabling or disabling these proxies does, and asks for a reason. */
export function SwitchDialog({ request, all, onDone, onClose }: SwitchDialogShown) {
  const { change } = request;
  // Somebody else may change them while the dialog is open.
  const proxies = all.filter(({ id }) => request.proxies.some((one) => one.id === id));
  const verb = `${VERBS[change]} ${countProxies(proxies.length)}`;
  const them = proxies.length === 1 ? 'it' : 'them';
  const more = proxies.length - NAMED_MAX;
  return (
    <QuestionDialog
      title={verb}
      verb={verb}
      onConfirm={async (reason) => {
        await switchProxies(
          change,
          proxies.map(({ id }) => id),
          reason,
        );
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        {describeStates(proxies)}{' '}
        {change === 'enable'
          ? `Crawls may use ${them} at once, and earlier failures do not count any more.`
          : `Crawls do not use ${them} until an operator enables ${them} again; running sessions finish.`}{' '}
        {describeOutcome(change, { all, chosen: proxies })}
      </p>
      <ul className="text-sm text-(--soft)">
        {proxies.slice(0, NAMED_MAX).map((proxy) => (
          <li key={proxy.id} className="break-all">
            <code>{addressOf(proxy)}</code>
          </li>
        ))}
        {more > 0 ? <li>and {inDigits(more)} more</li> : null}
      </ul>
    </QuestionDialog>
  );
}
