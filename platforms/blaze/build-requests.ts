import type { Area } from '../../domain/discovery.ts';
import type { MenuPageRequest, PlatformRequest } from '../platform.ts';

/** Products per page. The API's limit is unknown; this is a modest number. */
export const PAGE_SIZE = 50;

/** The most stores that are requested of an area. An area is fetched in one request, without paging. */
const STORES_MAX = 500;

/** Menus may differ by delivery type; the pickup menu has everything. */
const DELIVERY_TYPE = 'pickup';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface BlazeSettings {
  /** https base URL of the resources, such as `https://ecom-api.blaze.me/api/v1`. */
  apiUrl: string;
}

/** Requests the stores of an area. That this endpoint exists is assumed: no directory of all stores is known. */
export function buildStores(settings: BlazeSettings, { stateCode, city, near }: Area): PlatformRequest {
  return buildRequest(settings.apiUrl, 'stores', {
    query: {
      state: stateCode,
      ...(city === undefined ? {} : { city }),
      ...(near === undefined
        ? {}
        : {
            latitude: String(near.latitude),
            longitude: String(near.longitude),
            radius_miles: String(near.miles),
          }),
      limit: String(STORES_MAX),
      offset: '0',
    },
  });
}

/** Requests one store. An id goes into the header that names the store, a slug into the query. */
export function buildStore(settings: BlazeSettings, slugOrId: string): PlatformRequest {
  return isStoreId(slugOrId)
    ? buildRequest(settings.apiUrl, 'stores', { storeId: slugOrId, query: {} })
    : buildRequest(settings.apiUrl, 'stores', { query: { slug: slugOrId } });
}

/** Requests one page of a menu, by offset. Sorts explicitly, because pages of an unsorted list may overlap. */
export function buildProducts(settings: BlazeSettings, request: MenuPageRequest): PlatformRequest {
  return buildRequest(request.apiUrl ?? settings.apiUrl, 'products', {
    storeId: request.platformDispensaryId,
    query: {
      limit: String(PAGE_SIZE),
      offset: String(request.page * PAGE_SIZE),
      delivery_type: DELIVERY_TYPE,
      sort: request.order === 'ascending' ? 'name' : '-name',
    },
  });
}

/** Whether a text is a store id, which is a UUID. */
export function isStoreId(text: string): boolean {
  return UUID.test(text);
}

function buildRequest(
  apiUrl: string,
  resource: 'products' | 'stores',
  { storeId, query }: { storeId?: string; query: Record<string, string> },
): PlatformRequest {
  const search = new URLSearchParams(query).toString();
  return {
    operation: resource,
    method: 'GET',
    url: `${apiUrl.replace(/\/+$/, '')}/${resource}/${search === '' ? '' : `?${search}`}`,
    headers: storeId === undefined ? [] : [['x-store', storeId]],
  };
}
