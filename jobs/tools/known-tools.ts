/** A program that knows sites, and prints what it found there. Our own engine downloads the files. */
export interface Tool {
  /** Looked for in the folders of PATH. */
  program: string;
  /** For people: the command that installs it. */
  install: string;
  /** Come first. They keep the tool from settings of this machine, and from downloads. */
  always: readonly string[];
  /** Makes the tool name the browser of its session. */
  userAgent: (userAgent: string) => readonly string[];
  /**
   * The options that a job may use, and those among them that take a value. All others are refused, because there are options that
   * run programs, read the cookies and passwords of this machine, write files, or change the proxy.
   */
  flags: readonly string[];
  options: readonly string[];
}

const YT_DLP: Tool = {
  program: 'yt-dlp',
  install: 'pip install yt-dlp',
  // Its own list of authorities would replace ours.
  always: words('--ignore-config --no-cache-dir --simulate --compat-options no-certifi'),
  userAgent: (userAgent) => ['--user-agent', userAgent],
  flags: words(`
    -j --dump-json -J --dump-single-json -F --list-formats --list-subs --get-comments --version
    --flat-playlist --no-flat-playlist --yes-playlist --no-playlist --lazy-playlist
    -i --ignore-errors --no-abort-on-error --abort-on-error --ignore-no-formats-error
    -q --quiet -v --verbose --no-warnings`),
  options: words(`
    --playlist-items --format --format-sort --match-filters --break-match-filters
    --date --datebefore --dateafter --print --use-extractors --extractor-args --referer
    --sleep-requests --socket-timeout --retries --extractor-retries`),
};

// `--filter` and `--print` are not among its options: both run Python.
const GALLERY_DL: Tool = {
  program: 'gallery-dl',
  install: 'pip install gallery-dl',
  always: words('--config-ignore --no-download'),
  userAgent: (userAgent) => ['--user-agent', userAgent],
  flags: words(`
    -j --dump-json -J --resolve-json -g --get-urls -G --resolve-urls -K --list-keywords -E --extractor-info
    -s --simulate -q --quiet -w --warning -v --verbose --version`),
  options: words(`
    --range --chapter-range --post-range --date-before --date-after
    --http-timeout --retries --sleep-request --sleep-429 --sleep-extractor`),
};

/** The tools that jobs may run, by name. */
export const KNOWN_TOOLS: ReadonlyMap<string, Tool> = new Map(
  [YT_DLP, GALLERY_DL].map((tool) => [tool.program, tool]),
);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
