import { readFile } from 'node:fs/promises';

const BLOCK = /^ *```(\w*)\n([^]*?)^ *```$/gm;

/** Reads the commands in the code blocks of a how-to page, without comments. @param name such as `upgrade` */
export async function readPageCommands(name: string): Promise<string[]> {
  const page = await readFile(new URL(`../../docs/how-to/${name}.md`, import.meta.url), 'utf8');
  return shellBlocksOf(page).flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/ # .*/, '').trim())
      .filter((line) => line !== ''),
  );
}

/** Returns the code blocks of a page that a shell can run: those named `sh`, and those without a name. */
export function shellBlocksOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].flatMap(([, language, block = '']) =>
    language === '' || language === 'sh' ? [block] : [],
  );
}

/** Returns the code spans in the text of a page. */
export function codeSpansOf(page: string): string[] {
  return [...page.replaceAll(BLOCK, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}
