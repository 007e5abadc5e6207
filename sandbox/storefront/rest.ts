import type { IncomingMessage } from 'node:http';
import type { MenuRecord } from '../world/menu-record.ts';
import { createRandom } from '../world/random.ts';
import type { StoreProfile } from '../world/store-profile.ts';
import type { MenuEntry } from '../world/world.ts';
import { html, json } from './answer.ts';
import type { Answer } from './answer.ts';
import { isNear } from './find-stores.ts';
import { NOT_FOUND } from './menu-pages.ts';
import type { LoggedRequest } from './request-log.ts';
import { REST_HOST } from './site.ts';
import type { Site } from './site.ts';

/** A request to the REST menu: the resource from the path, the store from a header, and the query. */
export interface RestRequest {
  method: string;
  /** Null for a path without a resource. */
  resource: 'products' | 'stores' | null;
  path: string;
  storeId: string | null;
  query: URLSearchParams;
}

const RESOURCE_PATH = /^\/api\/v1\/(products|stores)\/$/;
const PAGE_PATH = /^\/stores\/([^/]+)\/?$/;
const LIMIT_MAX = 500;
const LIMIT_USUAL = 24;

/** Parses a REST request; null when it is for another host. */
export function readRestRequest(message: IncomingMessage, url: URL): RestRequest | null {
  if (url.hostname !== REST_HOST) return null;
  const [, resource] = RESOURCE_PATH.exec(url.pathname) ?? [];
  return {
    method: message.method ?? '',
    resource: resource === 'products' || resource === 'stores' ? resource : null,
    path: url.pathname,
    storeId: [message.headers['x-store'] ?? []].flat()[0]?.toLowerCase() ?? null,
    query: url.searchParams,
  };
}

/** Returns the fields of the request that the log shows; an offset is logged as a page of the requested limit. */
export function describeRest({
  resource,
  storeId,
  query,
}: RestRequest): Pick<LoggedRequest, 'operation' | 'dispensaryId' | 'page' | 'order'> {
  const isMenu = resource === 'products';
  const { limit, offset } = windowOf(query) ?? { limit: 1, offset: 0 };
  return {
    operation: resource,
    dispensaryId: storeId ?? query.get('slug'),
    page: isMenu ? Math.floor(offset / limit) : null,
    order: isMenu ? (query.get('sort') === '-name' ? 'descending' : 'ascending') : null,
  };
}

/** Returns the request for another page of the same menu; null leaves the request unchanged. */
export function onPage(request: RestRequest, page: number | null): RestRequest {
  const window = windowOf(request.query);
  if (page === null || window === null) return request;
  const query = new URLSearchParams(request.query);
  query.set('offset', String(page * window.limit));
  return { ...request, query };
}

/** Answers in JSON:API format: `data` and `meta`, or `errors`. The page of a store is HTML for people. */
export function answerRest(site: Site, request: RestRequest): Answer {
  if (request.resource === null) return storePage(site, request.path);
  if (request.method !== 'GET') return refuse(405, 'Method not allowed');
  const window = windowOf(request.query);
  if (window === null) return refuse(400, `limit takes 1 to ${LIMIT_MAX}, offset 0 and more`);
  return request.resource === 'stores'
    ? json(wrap(findStores(site, request).map(storeRecord), window))
    : listProducts(site, request, window);
}

interface Window {
  limit: number;
  offset: number;
}

function listProducts(site: Site, { storeId, query }: RestRequest, window: Window): Answer {
  if (storeId === null) return refuse(400, 'The header X-Store is missing');
  const store = site.world.restStores.find(
    (candidate) => candidate.profileAt(site.pass()).platformId === storeId,
  );
  if (store === undefined) return refuse(404, 'Store not found');
  const entries = sorted(store.menuAt(site.pass()), query.get('sort'));
  return json(
    wrap(
      entries.map((entry) => entry.record),
      window,
    ),
  );
}

/** Sorts by name if that is requested, otherwise by popularity. */
function sorted(entries: MenuEntry[], sort: string | null): MenuEntry[] {
  if (sort !== 'name' && sort !== '-name') {
    const rank = new Map(entries.map(({ id }) => [id, createRandom('popularity', id).next()]));
    return entries.toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0));
  }
  const direction = sort === 'name' ? 1 : -1;
  return entries.toSorted(
    (one, other) => direction * (compare(one.name, other.name) || compare(one.id, other.id)),
  );
}

function findStores(site: Site, { storeId, query }: RestRequest): StoreProfile[] {
  const profiles = site.world.restStores.map((store) => store.profileAt(site.pass()));
  if (storeId !== null) return profiles.filter((profile) => profile.platformId === storeId);
  const slug = query.get('slug');
  if (slug !== null) return profiles.filter((profile) => profile.slug === slug);
  const [state, city] = [query.get('state'), query.get('city')];
  const around = {
    nearLat: numberIn(query, 'latitude'),
    nearLng: numberIn(query, 'longitude'),
    distance: numberIn(query, 'radius_miles'),
  };
  return profiles.filter(
    ({ place }) =>
      (state === null || place.state === state) &&
      (city === null || place.city.toLowerCase() === city.toLowerCase()) &&
      isNear(place, around),
  );
}

function storeRecord({ place, ...profile }: StoreProfile): MenuRecord {
  return {
    type: 'stores',
    id: profile.platformId,
    attributes: {
      name: profile.name,
      slug: profile.slug,
      status: profile.isOpen ? 'open' : 'closed',
      phone_number: profile.phone,
      time_zone: place.timezone,
      address: {
        street: profile.street,
        city: place.city,
        state: place.state,
        postal_code: place.zip,
        country: 'US',
        latitude: place.latitude,
        longitude: place.longitude,
      },
    },
  };
}

function storePage(site: Site, path: string): Answer {
  if (path === '/') return html('<!DOCTYPE html><title>Menus</title><h1>Menus</h1>');
  const slug = PAGE_PATH.exec(path)?.[1];
  const profile = site.world.restStores
    .map((store) => store.profileAt(site.pass()))
    .find((candidate) => candidate.slug === slug);
  if (profile === undefined) return html(NOT_FOUND, 404);
  // Of the characters that HTML reserves, names of generated stores contain only the ampersand.
  const name = profile.name.replaceAll('&', '&amp;');
  return html(`<!DOCTYPE html><title>${name}</title><h1>${name}</h1>`);
}

function wrap(all: MenuRecord[], { limit, offset }: Window) {
  return { data: all.slice(offset, offset + limit), meta: { total_count: all.length, limit, offset } };
}

function refuse(status: number, title: string): Answer {
  return json({ errors: [{ status: String(status), title }] }, status);
}

function windowOf(query: URLSearchParams): Window | null {
  const [limit, offset] = [Number(query.get('limit') ?? LIMIT_USUAL), Number(query.get('offset') ?? 0)];
  const isFine = Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX;
  return isFine && Number.isInteger(offset) && offset >= 0 ? { limit, offset } : null;
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
