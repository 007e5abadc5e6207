import { describe, expect, test } from 'vitest';
import { reasonHeader } from '../../../api-client/change-headers.ts';

describe('reasonHeader', () => {
  test('plain letters go as they are, others as RFC 8187 writes them, and none without a reason', () => {
    expect(reasonHeader('')).toEqual({});
    expect(reasonHeader('the proxies are back')).toEqual({ 'X-Reason': 'the proxies are back' });
    expect(reasonHeader('café 🎉')).toEqual({ 'X-Reason': "UTF-8''caf%C3%A9%20%F0%9F%8E%89" });
  });

  test('a reason that looks encoded is encoded, and half a character does no harm', () => {
    expect(reasonHeader("utf-8''50%")).toEqual({ 'X-Reason': "UTF-8''utf-8''50%25" });
    expect(reasonHeader('a\ud83c')).toEqual({ 'X-Reason': "UTF-8''a%EF%BF%BD" });
  });
});
