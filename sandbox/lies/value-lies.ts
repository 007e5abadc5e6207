import { changed, changedNumber, changedText, relabelledName, set } from './edit-products.ts';
import type { LieFamily } from './lie-kind.ts';

const wrapped = (key: string) => (value: unknown) => ({ [key]: value });

/** Lies that send values of another type, as after a new version of the platform. */
export const RETYPED: LieFamily = {
  family: 'values of another type',
  kinds: [
    {
      name: 'prices-as-text',
      about: 'List prices are texts: `"25"`',
      harms: ['prices'],
      menu: changedNumber('listPrice', String),
    },
    {
      name: 'prices-with-dollar-sign',
      about: 'List prices are texts with a dollar sign: `"$25"`',
      harms: ['prices'],
      menu: changedNumber('listPrice', (price) => `$${price}`),
    },
    {
      name: 'prices-with-comma',
      about: 'List prices are texts with a comma for the point: `"25,00"`',
      harms: ['prices'],
      menu: changedNumber('listPrice', (price) => price.toFixed(2).replace('.', ',')),
    },
    {
      name: 'prices-nested',
      about: 'List prices are objects: `{"value":25}`',
      harms: ['prices'],
      menu: changedNumber('listPrice', wrapped('value')),
    },
    {
      name: 'prices-as-ranges',
      about: 'List prices are lists of two: `[25,25]`',
      harms: ['prices'],
      menu: changedNumber('listPrice', (price) => [price, price]),
    },
    {
      name: 'specials-as-text',
      about: 'Special prices are texts',
      harms: ['prices'],
      menu: changedNumber('specialPrice', String),
    },
    {
      name: 'quantities-as-text',
      about: 'Quantities are texts: `"8"`',
      harms: ['stock'],
      menu: changedNumber('quantity', String),
    },
    {
      name: 'quantities-as-words',
      about: 'Quantities are words: `"In stock"` or `"Sold out"`',
      harms: ['stock'],
      menu: changedNumber('quantity', (quantity) => (quantity > 0 ? 'In stock' : 'Sold out')),
    },
    {
      name: 'quantities-as-booleans',
      about: 'Quantities are true or false',
      harms: ['stock'],
      menu: changedNumber('quantity', (quantity) => quantity > 0),
    },
    {
      name: 'quantities-nested',
      about: 'Quantities are objects: `{"amount":8}`',
      harms: ['stock'],
      menu: changedNumber('quantity', wrapped('amount')),
    },
    {
      name: 'options-nested',
      about: 'Sizes are objects: `{"label":"1g"}`',
      harms: ['stock', 'prices'],
      menu: changedText('option', wrapped('label')),
    },
    {
      name: 'names-nested',
      about: 'Names are objects: `{"en":"…"}`',
      harms: ['identity'],
      menu: changedText('name', wrapped('en')),
    },
    {
      name: 'brands-as-lists',
      about: 'Brands are lists of one',
      harms: ['identity'],
      menu: changed('brand', (brand) => (brand === null ? null : [brand])),
    },
    {
      name: 'categories-nested',
      about: 'Categories are objects or lists',
      harms: ['identity'],
      menu: changed('category', (category) => [{ category }]),
    },
    {
      name: 'ids-as-numbers',
      about: 'Ids are numbers',
      harms: ['identity'],
      menu: changedText('id', (id) => Number.parseInt(id.replaceAll(/\W/g, '').slice(0, 10), 16) || 1),
    },
  ],
};

/** Lies that replace words by other or meaningless ones. */
export const RELABELLED: LieFamily = {
  family: 'words replaced',
  kinds: [
    {
      name: 'status-inactive',
      about: 'Every product is inactive',
      harms: ['stock'],
      menu: changed('status', (_, { platform }) => (platform === 'dutchie' ? 'Inactive' : false)),
    },
    {
      name: 'status-unknown-word',
      about: 'Another word for the status: `LIVE`',
      harms: ['stock'],
      menu: set('status', 'LIVE'),
    },
    {
      name: 'options-in-words',
      about: 'Sizes in words that nobody uses: `size 1/8oz`',
      harms: ['stock', 'prices'],
      menu: changedText('option', (option) => `size ${option}`),
    },
    {
      name: 'categories-in-capitals',
      about: 'Categories in capitals, as in a new list: `FLOWER_V2`',
      harms: ['identity'],
      menu: relabelledName('category', (category) => `${category.toUpperCase()}_V2`),
    },
    {
      name: 'brands-in-capitals',
      about: 'Brands in capitals with a mark: `LOAM®`',
      harms: ['identity'],
      menu: relabelledName('brand', (brand) => `${brand.toUpperCase()}®`),
    },
    {
      name: 'names-in-capitals',
      about: 'Names in capitals',
      harms: ['identity'],
      menu: changedText('name', (name) => name.toUpperCase()),
    },
    {
      name: 'names-with-prefix',
      about: 'Names begin with the name of a campaign',
      harms: ['identity'],
      menu: changedText('name', (name) => `SUMMER SALE | ${name}`),
    },
    {
      name: 'names-cut',
      about: 'Names end after eight characters',
      harms: ['identity'],
      menu: changedText('name', (name) => name.slice(0, 8)),
    },
  ],
};
