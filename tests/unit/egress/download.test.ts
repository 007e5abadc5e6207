import { describe, expect, test } from 'vitest';
import { downloadImage } from '../../../egress/download.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';

const URL_OF_PICTURE = 'https://images.store.test/a.jpg';

function transportGiving(bytes: Buffer, facts: Partial<HttpResponse> = {}) {
  const sent: HttpRequest[] = [];
  const send = (request: HttpRequest): Promise<HttpResponse> => {
    sent.push(request);
    const base = { status: 200, headers: [], wireBytes: bytes.length, durationMs: 1, url: request.url };
    return Promise.resolve({ ...base, body: bytes, ...facts });
  };
  return { sent, send, close: () => Promise.resolve() };
}

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('downloadImage', () => {
  test.each([
    ['image/jpeg', latin('\xff\xd8\xff\xe0rest')],
    ['image/png', latin('\x89PNG\r\n\x1a\nrest')],
    ['image/gif', latin('GIF89arest')],
    ['image/webp', latin('RIFF\x10\0\0\0WEBPVP8 ')],
    ['image/avif', latin('\0\0\0\x20ftypavif\0\0\0\0')],
    ['image/avif', latin('\0\0\0\x20ftypmif1\0\0\0\0avifmiaf')],
  ])('knows %s by its first bytes, whatever the server calls it', async (contentType, bytes) => {
    const transport = transportGiving(bytes, { headers: [['content-type', 'text/plain']] });
    expect(await downloadImage(transport, URL_OF_PICTURE)).toEqual({ bytes, contentType });
  });

  test.each([
    ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['HEIC', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['TIFF', latin('II*\0')],
    ['nothing', Buffer.alloc(0)],
    ['a RIFF that is sound', latin('RIFF\x10\0\0\0WAVEfmt ')],
  ])('refuses %s', async (_, bytes) => {
    await expect(downloadImage(transportGiving(bytes), URL_OF_PICTURE)).rejects.toMatchObject({
      kind: 'ContractBroken',
      evidence: { fault: 'not-a-picture' },
    });
  });

  test('judges the status first', async () => {
    const transport = transportGiving(latin('\xff\xd8\xff'), { status: 404 });
    await expect(downloadImage(transport, URL_OF_PICTURE)).rejects.toMatchObject({ kind: 'NotFound' });
  });

  test('sends the headers it is given and accepts at most 10 MB', async () => {
    const transport = transportGiving(latin('GIF87a'));
    const headers = [['accept', 'image/*']] as const;
    await downloadImage(transport, URL_OF_PICTURE, { headers });
    const limits = { maxWireBytes: 10_000_000, maxBodyBytes: 10_000_000 };
    expect(transport.sent).toEqual([{ method: 'GET', url: URL_OF_PICTURE, headers, ...limits }]);
  });
});
