import type { LieFamily } from './lie-kind.ts';

/** Lies that show wrong pages. The count stays that of the whole menu unless the kind says otherwise. */
export const PAGES: LieFamily = {
  family: 'pages',
  kinds: [
    {
      name: 'page-one-only',
      about: 'Every page after the first is empty',
      harms: ['stock'],
      page: { shows: (page) => (page === 0 ? 0 : null) },
    },
    {
      name: 'page-one-only-counted',
      about: 'Every page after the first is empty, and the count is that of the first',
      harms: ['stock'],
      page: {
        shows: (page) => (page === 0 ? 0 : null),
        counts: (count, { pageSize }) => Math.min(count, pageSize),
      },
    },
    {
      name: 'last-page-empty',
      about: 'The last of several pages is empty',
      harms: ['stock'],
      page: { shows: (page, { pages }) => (page > 0 && page === pages - 1 ? null : page) },
    },
    {
      name: 'last-page-empty-counted',
      about: 'The last of several pages is empty, and the count leaves it out',
      harms: ['stock'],
      page: {
        shows: (page, { pages }) => (page > 0 && page === pages - 1 ? null : page),
        counts: (count, { pages, pageSize }) => (pages > 1 ? (pages - 1) * pageSize : count),
      },
    },
    {
      name: 'second-page-empty',
      about: 'The second page is empty, those after it are not',
      harms: ['stock'],
      page: { shows: (page) => (page === 1 ? null : page) },
    },
    {
      name: 'half-of-pages-empty',
      about: 'The last half of the pages is empty',
      harms: ['stock'],
      page: { shows: (page, { pages }) => (page < Math.ceil(pages / 2) ? page : null) },
    },
    {
      name: 'page-repeated',
      about: 'The second page shows the products of the first',
      harms: ['stock'],
      page: { shows: (page) => (page === 1 ? 0 : page) },
    },
    {
      name: 'page-repeated-counted',
      about:
        'The second page shows the products of the first, and the count is that of the different products',
      harms: ['stock'],
      page: {
        shows: (page) => (page === 1 ? 0 : page),
        counts: (count, { pages, pageSize }) => (pages > 2 ? count - pageSize : Math.min(count, pageSize)),
      },
    },
    {
      name: 'page-one-always',
      about: 'Every page shows the products of the first',
      harms: ['stock'],
      page: { shows: (page, { pages }) => (page < pages ? 0 : null) },
    },
    {
      name: 'page-one-always-counted',
      about: 'Every page shows the products of the first, and the count is that of the first',
      harms: ['stock'],
      page: {
        shows: (page, { pages }) => (page < pages ? 0 : null),
        counts: (count, { pageSize }) => Math.min(count, pageSize),
      },
    },
    {
      name: 'pages-counted-from-one',
      about: 'Pages are counted from 1: the first comes twice, the last is never shown',
      harms: ['stock'],
      page: { shows: (page, { pages }) => (page < pages ? Math.max(0, page - 1) : null) },
    },
    {
      name: 'first-page-skipped',
      about: 'Each page shows the products of the next',
      harms: ['stock'],
      page: { shows: (page) => page + 1 },
    },
    {
      name: 'every-other-page',
      about: 'Every other page is skipped',
      harms: ['stock'],
      page: { shows: (page) => page * 2 },
    },
    {
      name: 'last-page-forever',
      about: 'Pages after the last show the products of the last',
      harms: [],
      page: { shows: (page, { pages }) => Math.min(page, pages - 1) },
    },
  ],
};

/** Lies about the count of products; the pages are honest. */
export const COUNTS: LieFamily = {
  family: 'counts',
  kinds: [
    {
      name: 'count-halved',
      about: 'The count is half of the number of products',
      harms: ['stock'],
      page: { counts: (count) => Math.ceil(count / 2) },
    },
    {
      name: 'count-of-one-page',
      about: 'The count is that of one page',
      harms: ['stock'],
      page: { counts: (count, { pageSize }) => Math.min(count, pageSize) },
    },
    { name: 'count-zero', about: 'The count is 0', harms: ['stock'], page: { counts: () => 0 } },
    { name: 'count-negative', about: 'The count is -1', harms: [], page: { counts: () => -1 } },
    { name: 'count-null', about: 'The count is null', harms: [], page: { counts: () => null } },
    { name: 'count-missing', about: 'The count is left out', harms: [], page: { counts: () => undefined } },
    {
      name: 'count-as-text',
      about: 'The count is a text: `"120"`',
      harms: [],
      page: { counts: String },
    },
    {
      name: 'count-one-too-high',
      about: 'The count is one too high',
      harms: [],
      page: { counts: (count) => count + 1 },
    },
    {
      name: 'count-half-higher',
      about: 'The count is 50 % too high',
      harms: [],
      page: { counts: (count) => Math.ceil(count * 1.5) },
    },
    {
      name: 'count-huge',
      about: 'The count is a million times too high',
      harms: [],
      page: { counts: (count) => count * 1_000_000 },
    },
  ],
};
