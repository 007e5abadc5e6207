import { expect, test } from 'vitest';
import { KNOWN_TOOLS, type Tool } from '../../../../jobs/tools/known-tools.ts';
import { toolArguments } from '../../../../jobs/tools/tool-arguments.ts';

const PAGE = 'https://site.test/watch?v=1';

const LISTER: Tool = {
  program: 'lister',
  install: 'make lister',
  always: ['--no-settings'],
  userAgent: (userAgent) => ['--as', userAgent],
  flags: ['-j', '--all'],
  options: ['--items'],
};

function argumentsOf(given: unknown, tool = LISTER): string[] {
  return toolArguments(tool, given, {
    userAgent: 'Chrome',
    withoutSecrets: (text) => text.replaceAll('hunter2', '***'),
  });
}

test('what is always given comes first, and addresses come last, where none is taken for an option', () => {
  expect(argumentsOf([PAGE, '-j', '--items', '--exec=x', '--items=1-3'])).toEqual([
    '--no-settings',
    '--as',
    'Chrome',
    '-j',
    '--items=--exec=x',
    '--items=1-3',
    '--',
    PAGE,
  ]);
});

test.each<[unknown, string]>([
  [['--exec', 'rm', PAGE], 'have "--exec", and of its options jobs may use -j --all --items.'],
  [['--item', '1'], 'have "--item", and of its options'],
  [['--all=yes'], 'have "--all", and of its options'],
  [['-jx'], 'have "-jx", and of its options'],
  [['--'], 'have "--", and of its options'],
  [['--items'], 'give --items no value.'],
  [['file:///etc/passwd'], 'have "file:///etc/passwd", which is no address of the web.'],
  [['ytsearch:cats'], 'have "ytsearch:cats", which is no address of the web.'],
  [[`${PAGE}&k=hunter2`], 'must not contain a credential, which argument 1 does.'],
  [['-j', '--items', 'hunter2'], 'must not contain a credential, which argument 3 does.'],
  [['https://ann:secret@site.test/'], 'must not contain a credential, which argument 1 does.'],
  [['https://site.test/?access_token=abc'], 'must not contain a credential, which argument 1 does.'],
  ['-j', 'are not a list of texts.'],
  [['-j', 1], 'are not a list of texts.'],
  [['-j\0'], 'are not a list of texts.'],
  [['x'.repeat(100_001)], 'are more than 1000, or have more than 100000 characters.'],
])('refuses %j', (given, why) => {
  expect(() => argumentsOf(given)).toThrow(`The arguments of lister ${why}`);
});

test.each([...KNOWN_TOOLS.values()])(
  'no option of $program runs programs, reads this machine or writes',
  (tool) => {
    const refused = (
      '--exec --config-location --config -c --netrc -n --proxy --output -o -D --paths -P --plugin-dirs --cookies ' +
      '--cookies-from-browser --postprocessor --filter --use-postprocessor --downloader --no-check-certificate ' +
      '--username -u --password -p --load-info-json --batch-file -a -i --enable-file-urls --print-to-file --option ' +
      '--input-file --cache-dir --ffmpeg-location --user-agent --source-address --write-pages --js-runtimes'
    )
      .split(' ')
      .filter((option) => option !== '-i' || tool.program !== 'yt-dlp');
    for (const option of refused)
      expect(() => argumentsOf([option, 'x', PAGE], tool), option).toThrow(/jobs may use/);
  },
);
