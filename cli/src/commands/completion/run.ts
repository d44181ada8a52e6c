import type { Environment } from '@orgdesk/command-framework/describe-command';
import { print } from '../../output/print.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

export async function printScript(_: Environment, shell: Shell): Promise<void> {
  print(SCRIPTS[shell]);
}

/**
 * Scripts that pass the words before the cursor to `orgdesk complete --`, as they were typed: no shell may evaluate them.
 * They use only what a shell has without packages, and can be read any number of times.
 */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  /* Bash splits words at = and :, so they are joined again; what it replaces is only its own last part, which is $2. */
  bash: String.raw`_orgdesk_option() {
  # Not in bash 3.
  if type compopt >/dev/null 2>&1; then compopt -o "$1"; fi
}
_orgdesk() {
  COMPREPLY=()
  if [[ $3 == *[\<\>] ]]; then
    _orgdesk_option default
    return
  fi
  local word joins='' words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$2"; do
    if [[ \${#words[@]} -gt 0 && ( $joins || $word == [=:]* ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    joins=''
    if [[ $word == [=:] ]]; then joins=1; fi
  done
  local line start=\${words[\${#words[@]}-1]}
  start=\${start%"$2"}
  local found=() lines=() width=0
  while IFS= read -r line; do
    case $line in
      :files) _orgdesk_option default; continue ;;
      :folders) _orgdesk_option dirnames; continue ;;
    esac
    line=\${line#"$start"}
    word=\${line%%$'\t'*}
    found+=("$word")
    lines+=("$line")
    if (( \${#word} > width )); then width=\${#word}; fi
  done < <(command orgdesk complete -- "\${words[@]}" 2>/dev/null)
  if [[ \${#found[@]} -gt 1 && $COMP_TYPE != 37 && $COMP_TYPE != 42 ]]; then
    found=()
    for line in "\${lines[@]}"; do
      word=\${line%%$'\t'*}
      local says=\${line#*$'\t'}
      if [[ $says ]]; then printf -v word '%-*s  (%s)' "$width" "$word" "$says"; fi
      found+=("\${word:0:\${COLUMNS:-80}-2}")
    done
  fi
  COMPREPLY=("\${found[@]}")
  if [[ \${#found[@]} -eq 1 && \${found[0]} == *= ]]; then _orgdesk_option nospace; fi
}
complete -F _orgdesk orgdesk
`.replaceAll('\\$', '$'),
  zsh: String.raw`#compdef orgdesk
_orgdesk() {
  local line paths='' word
  local -a found shown
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      paths=$line
      continue
    fi
    word=\${line%%$'\t'*}
    found+=("$word")
    shown+=("\${word//:/\\:}:\${line#*$'\t'}")
  done < <(command orgdesk complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
  if (( $#found )); then _describe orgdesk shown found; fi
  # Zsh itself would run commands in the name of a folder.
  if [[ $PREFIX == *'$'[^[:alnum:]_]* || $PREFIX == *'\`'* ]]; then return; fi
  case $paths in
    :files) compset -P '--[^=]#='; _files ;;
    :folders) compset -P '--[^=]#='; _files -/ ;;
  esac
}
if [[ $funcstack[1] == _orgdesk ]]; then
  _orgdesk "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _orgdesk orgdesk
fi
`.replaceAll(/\\(?=[$`])/g, ''),
  fish: String.raw`function __orgdesk_complete
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor | string trim --left --chars '"\'')
    set -l option (string match --regex -- '^--[\w-]+=' "$current")
    set -l typed (string replace --regex -- '^--[\w-]+=' '' "$current")
    for line in (command orgdesk complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                printf "$option%s\n" (__fish_complete_path $typed)
            case :folders
                printf "$option%s\n" (__fish_complete_directories $typed '')
            case '*'
                printf '%s\n' $line
        end
    end
end
complete --erase --command orgdesk
complete --command orgdesk --no-files --arguments '(__orgdesk_complete)'
`,
};
