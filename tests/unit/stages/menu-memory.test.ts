import { expect, test } from 'vitest';
import { createMenuMemory } from '../../../stages/menu-memory.ts';
import { noFlaws } from '../../../domain/count-flaws.ts';
import { makeProduct } from '../../integration/db/make-product.ts';
import type { NormalizedMenu } from '../../../platforms/normalize-menu.ts';

function menuOf(count: number): NormalizedMenu {
  const products = Array.from({ length: count }, (_, place) => makeProduct(`p${place}`));
  return { products, skipped: [], flaws: noFlaws() };
}

test('a menu is given once, to whoever ingests the payload with that digest', () => {
  const memory = createMenuMemory();
  const menu = menuOf(2);
  memory.keep('a', menu);
  expect(memory.take('b')).toBeUndefined();
  expect(memory.take('a')).toBe(menu);
  expect(memory.take('a')).toBeUndefined();
});

test('the oldest menus go when too many products are kept', () => {
  const memory = createMenuMemory(5);
  for (const sha256 of ['a', 'b', 'c']) memory.keep(sha256, menuOf(2));
  expect(memory.take('a')).toBeUndefined();
  memory.keep('d', menuOf(1));
  expect(memory.take('b')).toBeDefined();
  expect(memory.take('c')).toBeDefined();
  expect(memory.take('d')).toBeDefined();
});

test('a menu that alone has too many products is not kept, nor an empty one, and none is counted twice', () => {
  const memory = createMenuMemory(5);
  memory.keep('empty', menuOf(0));
  expect(memory.take('empty')).toBeUndefined();
  memory.keep('large', menuOf(6));
  expect(memory.take('large')).toBeUndefined();
  memory.keep('a', menuOf(3));
  memory.keep('a', menuOf(3));
  memory.keep('b', menuOf(2));
  expect(memory.take('a')).toBeDefined();
  expect(memory.take('b')).toBeDefined();
});
