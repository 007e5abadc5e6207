import type { CompletedOption, Completions } from './completion-table.ts';

/** Creates a script that a shell loads once. It contains all words but those that change, such as the names of logs. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', table: Completions[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(table);
    case 'zsh':
      return zshScript(table);
    case 'fish':
      return fishScript(table);
  }
}

/** Creates the script for bash, which completes file names where the table has no words. */
function bashScript(table: Completions[]): string {
  return `# Completion of crawlchain for bash: source <(crawlchain completion bash)
_crawlchain() {
  local at path='' word words=''
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # bash takes --option=value for three words.
  if [ "$current" = '=' ]; then current=''
  elif [ "$previous" = '=' ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for (( at = 1; at < COMP_CWORD; at += 1 )); do
    word="\${COMP_WORDS[at]}"
    case "$path $word" in
      ${valueOptionsOf(table).join('|')})
        (( at += 1 ))
        if [ "\${COMP_WORDS[at]}" = '=' ]; then (( at += 1 )); fi
        continue ;;
    esac
    case "\${path:+$path }$word" in
      ${pathsOf(table)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $previous" in
${valueCases(table, '    ')}
  esac
  if [ -z "$words" ]; then
    case "$path" in
${wordCases(table, '      ')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _crawlchain crawlchain
`;
}

function zshScript(table: Completions[]): string {
  return `#compdef crawlchain
# Completion of crawlchain for zsh: save it as _crawlchain in a folder of $fpath.
_crawlchain() {
  local at line='' word words_of=''
  local previous="\${words[CURRENT-1]}"
  if [[ "$words[CURRENT]" = --*=* ]]; then previous="\${words[CURRENT]%%=*}"; compset -P '*='; fi
  for (( at = 2; at < CURRENT; at += 1 )); do
    word="\${words[at]}"
    case "$line $word" in
      ${valueOptionsOf(table).join('|')}) (( at += 1 )); continue ;;
    esac
    case "\${line:+$line }$word" in
      ${pathsOf(table)}) line="\${line:+$line }$word" ;;
    esac
  done
  case "$line $previous" in
${valueCases(table, '    ').replaceAll('words=', 'words_of=')}
  esac
  if [[ -z "$words_of" ]]; then
    case "$line" in
${wordCases(table, '      ').replaceAll(/words(?=\+?=)/g, 'words_of')}
    esac
  fi
  compadd -- \${=words_of} || _files
}
if [[ "$funcstack[1]" = _crawlchain ]]; then _crawlchain "$@"; else compdef _crawlchain crawlchain; fi
`;
}

function fishScript(table: Completions[]): string {
  const lines = table.flatMap(({ path, words, listing, options }) => {
    const condition = `-n "test (__crawlchain_path) = '${path}'"`;
    return [
      ...(words.length === 0 ? [] : [`complete -c crawlchain ${condition} -f -a '${words.join(' ')}'`]),
      ...(listing === null
        ? []
        : [`complete -c crawlchain ${condition} -f -a ${fishQuoted(`(${listing})`)}`]),
      ...options.map((option) => `complete -c crawlchain ${condition} ${fishOption(option)}`),
    ];
  });
  return `# Completion of crawlchain for fish: save it as crawlchain.fish in ~/.config/fish/completions.
function __crawlchain_path
  set -l line ''
  set -l is_value no
  for word in (commandline -opc)[2..-1]
    if test $is_value = yes
      set is_value no
      continue
    end
    switch "$line $word"
      case ${valueOptionsOf(table).join(' ')}
        set is_value yes
    end
    set -l next (string trim -- "$line $word")
    switch $next
      case ${table.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join(' ')}
        set line $next
    end
  end
  echo -- $line
end
${lines.join('\n')}
`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function fishOption({ flags, takesValue, choices }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const values = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : '';
  return `${names.join(' ')}${values}`;
}

function pathsOf(table: Completions[]): string {
  return table.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|');
}

/**
 * Lists the options that take a value, each after the words of its command. The script skips the word after such an option, since
 * a value is not part of the command.
 */
function valueOptionsOf(table: Completions[]): string[] {
  return table.flatMap(({ path, options }) =>
    options.flatMap(({ flags, takesValue }) => (takesValue ? flags.map((flag) => `'${path} ${flag}'`) : [])),
  );
}

/** Creates the cases of a shell's `case` that complete the values of options, by the words of the command and the option. */
function valueCases(table: Completions[], indent: string): string {
  return table
    .flatMap(({ path, options }) =>
      options.flatMap(({ flags, takesValue, choices }) =>
        takesValue ? flags.map((flag) => `${indent}'${path} ${flag}') ${valueOf(choices)} ;;`) : [],
      ),
    )
    .join('\n');
}

/**
 * Returns the shell code that offers an option's values. Without known choices, the shell's default completion is used, most
 * often file names.
 */
function valueOf(choices: string[]): string {
  return choices.length === 0 ? "words=' '" : `words='${choices.join(' ')}'`;
}

function wordCases(table: Completions[], indent: string): string {
  return table
    .map(({ path, words, listing, options }) => {
      const all = [...words, ...options.flatMap(({ flags }) => flags)];
      const known = listing === null ? '' : ` words+=" $(${listing})"`;
      return `${indent}'${path}') words='${all.join(' ')}'${known} ;;`;
    })
    .join('\n');
}
