import type { Totals } from '../storefront/request-log.ts';
import type { StoreTruth } from '../world/world.ts';

export interface StatusFacts {
  pass: number;
  /** The first stores; `storeCount` is the number of all stores. */
  stores: readonly StoreTruth[];
  storeCount: number;
  totals: Totals;
  faultCount: number;
  lieCount: number;
}

/** Renders a page for a person who opens the control address in a browser. */
export function renderStatusPage({
  pass,
  stores,
  storeCount,
  totals,
  faultCount,
  lieCount,
}: StatusFacts): string {
  const rows = stores.map(
    (store) =>
      `<tr><td>${safe(store.name)}</td><td>${safe(`${store.city}, ${store.state}`)}</td><td><code>${safe(store.platformId)}</code></td>` +
      `<td>${safe(store.slug)}</td><td>${store.products.length}</td><td>${store.isTestShop ? 'test shop' : ''}</td></tr>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Sandbox</title>
<style>body{font:15px/1.5 system-ui;margin:2rem;max-width:70rem}td,th{padding:.2rem .8rem;text-align:left}</style></head>
<body>
<h1>Sandbox: the world outside, on this machine</h1>
<p>A storefront with invented menus, three proxies that lead to it, and this control server. Nothing here leaves the machine.</p>
<p>Pass <b>${pass}</b>. ${storeCount} stores (the first ${stores.length} below). ${totals.requests} requests served, ${totals.directRefused} direct connections refused,
${totals.blocked} answers 403 or 429, ${totals.proxyAuthFailures} wrong proxy credentials, ${faultCount} fault rules, ${lieCount} lies.</p>
<p><a href="/control/truth">truth</a> · <a href="/control/requests">requests</a> · <a href="/control/info">how to connect</a></p>
<table><tr><th>store</th><th>city</th><th>id</th><th>slug</th><th>products</th><th></th></tr>
${rows.join('\n')}
</table>
</body>
</html>
`;
}

function safe(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
