import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, idsOf, menuSite, pageOf, products, type Product } from '../menu.ts';
import type { Visit } from '../site.ts';

const MENU = products(250);
const WHOLE: Expected = { ids: idsOf(MENU) };
const SUSPECT: Expected = { kind: 'SuspectPayload' };
const BROKEN: Expected = { kind: 'ContractBroken' };

/** Menus whose pages are well formed, but do not make up a complete menu. */
export const PAGING_CASES: HostileCase[] = [
  row('repeats-the-first-page', 'Each page is the first one', () => answerOf(pageOf(MENU, 0), 250), SUSPECT),
  row(
    'repeats-without-end',
    'Each page is the first one, and no total is told',
    () => answerOf(pageOf(MENU, 0), null),
    SUSPECT,
  ),
  row(
    'overlaps',
    'Each page begins with ten products of the one before',
    ({ page }) => {
      const start = Math.max(0, page * 100 - page * 10);
      return answerOf(MENU.slice(start, start + 100), 250);
    },
    WHOLE,
  ),
  row(
    'skips',
    'Each page leaves out ten products',
    ({ page }) => {
      return answerOf(MENU.slice(page * 110, page * 110 + 100), 250);
    },
    SUSPECT,
  ),
  row(
    'empty-in-the-middle',
    'The second page is empty',
    ({ page }) => {
      return answerOf(page === 1 ? [] : pageOf(MENU, page), 250);
    },
    SUSPECT,
  ),
  row(
    'short-in-the-middle',
    'The second page is short',
    ({ page }) => {
      return answerOf(pageOf(MENU, page).slice(0, page === 1 ? 20 : 100), 250);
    },
    SUSPECT,
  ),
  row(
    'shrinks',
    'The menu shrinks while it is read, and says so',
    ({ page }) => {
      return answerOf(pageOf(MENU.slice(0, 150), page), page === 0 ? 250 : 150);
    },
    { ids: idsOf(MENU.slice(0, 150)) },
  ),
  row(
    'grows',
    'The menu grows while it is read',
    ({ page }) => {
      return answerOf(pageOf(MENU, page), page === 0 ? 150 : 250);
    },
    WHOLE,
  ),
  row(
    'total-vanishes',
    'Only the first page tells a total',
    ({ page }) => {
      return answerOf(pageOf(MENU.slice(0, 150), page), page === 0 ? 250 : null);
    },
    SUSPECT,
  ),
  {
    ...row(
      'never-ends',
      'New products come for ever',
      ({ page }) => {
        return answerOf(productsFrom(page * 100), 1_000_000);
      },
      BROKEN,
    ),
    withinMs: 60_000,
  },
  {
    ...row(
      'counts-ever-more',
      'Each page raises the total',
      ({ page }) => {
        return answerOf(pageOf(MENU, 0), (page + 2) * 100);
      },
      SUSPECT,
    ),
    withinMs: 60_000,
  },
  row('of-101', 'A page has one product too many', () => answerOf(MENU.slice(0, 101), 101), {
    ids: idsOf(MENU.slice(0, 101)),
  }),
  row(
    'of-99',
    'Pages have one product too few',
    ({ page }) => {
      return answerOf(MENU.slice(page * 99, page * 99 + 99), 250);
    },
    WHOLE,
  ),
  row(
    'one-id-for-all',
    'All products have one id',
    ({ page }) => {
      return answerOf(
        pageOf(MENU, page).map((raw) => ({ ...raw, id: 'same', _id: 'same' })),
        250,
      );
    },
    SUSPECT,
  ),
  row(
    'one-based',
    'Pages are counted from one, and the first comes twice',
    ({ page }) => {
      return answerOf(pageOf(MENU, Math.max(0, page - 1)), 250);
    },
    SUSPECT,
  ),
  row(
    'another-store-on-the-second-page',
    'The second page is of another store',
    ({ page }) => {
      return answerOf(page === 1 ? products(100, '61bc0a9d8e7f6a5b4c3d2e1f') : pageOf(MENU, page), 250);
    },
    SUSPECT,
  ),
];

function productsFrom(first: number): Product[] {
  return products(first + 100).slice(first);
}

function row(
  id: string,
  says: string,
  ...[answer, expected]: [(visit: Visit) => object, Expected]
): HostileCase {
  return { id: `pages-${id}`, says, site: menuSite(answer), menuSize: 250, expected, withinMs: 15_000 };
}
