import type { StoreProfile } from '../world/store-profile.ts';
import { html } from './answer.ts';
import type { Answer } from './answer.ts';
import { storeCalled, storeOnceCalled, storeWithId } from './find-stores.ts';
import type { Site } from './site.ts';

const PAGE_PATH = /^\/(embedded-menu|dispensary|stores)\/([^/]+)/;
const SCRIPT_PATH = /^\/api\/v2\/embedded-menu\/([^/]+)\.js$/;

/**
 * Returns the page or script at this path; null when there is none.
 * @param gateScript inserted before the page's own script
 */
export function menuPage(site: Site, path: string, gateScript = ''): Answer | null {
  const scriptId = SCRIPT_PATH.exec(path)?.[1];
  if (scriptId !== undefined) return embedScript(site, decodePart(scriptId));
  const [, kind, part] = PAGE_PATH.exec(path) ?? [];
  if (kind === undefined || part === undefined) return null;
  const name = decodePart(part);
  const store = storeCalled(site, name);
  if (store) return html(renderPage(site, store.profileAt(site.pass()), gateScript));
  const moved = storeOnceCalled(site, name)?.profileAt(site.pass());
  return moved ? { ...html('', 301), headers: { location: `/${kind}/${moved.slug}` } } : html(NOT_FOUND, 404);
}

export const NOT_FOUND =
  '<!DOCTYPE html><html><head><title>Not found</title></head><body><h1>This page went up in smoke</h1></body></html>';

function embedScript(site: Site, id: string): Answer {
  const store = storeWithId(site, id);
  if (!store) return { status: 404, contentType: 'text/plain', body: 'unknown dispensary\n' };
  const { cName, name } = store.profileAt(site.pass());
  const body = `(function(){var menu=${scriptSafe({ dispensaryId: id, cName, name })};window.__embeddedMenu=menu;})();\n`;
  return { status: 200, contentType: 'application/javascript; charset=utf-8', body };
}

// Renders a page. As on the real site, it has no products: its script requests them with a persisted query.
function renderPage(site: Site, profile: StoreProfile, gateScript: string): string {
  const bootstrap = {
    dispensaryId: profile.platformId,
    cName: profile.cName,
    name: profile.name,
    pricingType: profile.place.licence === 'medical' ? 'med' : 'rec',
    graphqlPath: '/api-3/graphql',
    persistedQueries: site.hashes(),
  };
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${htmlSafe(profile.name)} | Menu</title></head>
<body>
<h1>${htmlSafe(profile.name)}</h1>
<p>${htmlSafe(`${profile.street}, ${profile.place.city}, ${profile.place.state} ${profile.place.zip}`)}</p>
<ul id="products"><li>Loading the menu</li></ul>
<script id="bootstrap" type="application/json">${scriptSafe(bootstrap)}</script>
${gateScript}
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

// With `?whole` in its address, the page requests more products until it shows all, like a page that a person scrolls down.
const PAGE_SCRIPT = `
const boot = JSON.parse(document.getElementById('bootstrap').textContent);
const isWhole = new URLSearchParams(location.search).has('whole');
const perPage = 50;
const extensions = { persistedQuery: { version: 1, sha256Hash: boot.persistedQueries.FilteredProducts } };
async function ask(page) {
  const variables = {
    includeEnterpriseSpecials: false,
    productsFilter: { dispensaryId: boot.dispensaryId, pricingType: boot.pricingType, Status: 'Active', types: [],
      isDefaultSort: true, sortBy: 'popularSortIdx', sortDirection: 1 },
    page,
    perPage,
  };
  const query = new URLSearchParams({
    operationName: 'FilteredProducts', variables: JSON.stringify(variables), extensions: JSON.stringify(extensions),
  });
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true' };
  const answer = await fetch(boot.graphqlPath + '?' + query, { headers });
  return (await answer.json()).data.filteredProducts.products;
}
function show(product) {
  const item = document.createElement('li');
  const part = (tag, text) => item.appendChild(Object.assign(document.createElement(tag), { textContent: text ?? '' }));
  part('h3', product.Name);
  part('p', product.brandName);
  part('p', product.type);
  for (const price of product.Prices ?? []) part('button', '$' + price);
  item.appendChild(Object.assign(new Image(), { loading: 'lazy', src: product.Image ?? '' }));
  return item;
}
async function load() {
  const list = document.getElementById('products');
  list.replaceChildren();
  for (let page = 0, isLast = false; !isLast; page += 1) {
    const products = await ask(page);
    list.append(...products.map(show));
    isLast = !isWhole || products.length < perPage;
  }
  document.body.dataset.ready = 'true';
}
load().catch((error) => { document.body.dataset.failed = String(error); });
`;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign cannot be decoded. The undecoded text matches no store.
    return part;
  }
}

function htmlSafe(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
