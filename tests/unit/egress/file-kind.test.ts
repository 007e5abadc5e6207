import { expect, test } from 'vitest';
import { detectType, isWanted } from '../../../egress/file-kind.ts';

test.each<[string, { text: string; named: string; type: string }]>([
  ['a page', { text: '<!DOCTYPE html><p>x', named: '', type: 'text/html' }],
  ['a page behind comments', { text: ' <!-- a --><!--b-->\n<html>', named: 'image/png', type: 'text/html' }],
  ['a document', { text: '%PDF-1.7\n', named: '', type: 'application/pdf' }],
  ['a picture that is named as a page', { text: 'GIF89a....', named: 'text/html', type: 'image/gif' }],
  ['a text that is named as a page', { text: 'id,price\n1,2', named: 'text/html', type: 'text/plain' }],
  ['a text', { text: '{"a": 1}', named: 'application/json', type: 'application/json' }],
])('%s is known by its first bytes', async (_, { text, named, type }) => {
  expect(await detectType(Buffer.from(text, 'latin1'), named)).toBe(type);
});

test('hundreds of empty comments cost no time', async () => {
  // An ambiguous pattern would take longer than this universe has existed.
  expect(await detectType(Buffer.from('<!---->'.repeat(280)), 'text/plain')).toBe('text/plain');
});

test('each kind of file takes its types', () => {
  expect(isWanted('image/png', 'picture')).toBe(true);
  expect(isWanted('text/html', 'picture')).toBe(false);
  expect(isWanted('video/mp4', 'media')).toBe(true);
  expect(isWanted('text/html', 'page')).toBe(true);
  expect(isWanted('text/html', 'any')).toBe(false);
  expect(isWanted('', 'any')).toBe(true);
});
