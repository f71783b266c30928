/// The shells that have a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Program {
  /// The script with which the shell gets completions from the program.
  ///
  /// It calls `PROGRAM __complete WORD…`, the last word being the one under the cursor, and reads
  /// ``Completion/lines``.
  package func completionScript(for shell: Shell) -> String {
    let function = "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return switch shell {
    case .bash: bashScript(function: function)
    case .zsh: zshScript(function: function)
    case .fish: fishScript(function: function)
    }
  }

  /// Bash also splits words at `=` and `:`. The script joins them for the program, and removes from each
  /// candidate the part up to the last of these characters, or up to the last quote that is open, which
  /// bash leaves in place. It passes what the user has typed without quotes, and quotes the candidates
  /// alike. Within double quotes, bash would replace a `!` by a part of its history, and cannot escape it.
  private func bashScript(function: String) -> String {
    #"""
    # Completion of \#(name) in bash.
    \#(function)() {
      local -a words=()
      local word line current text='' quote='' joins='' char index start=0
      COMPREPLY=()
      for ((index = 1; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ ${#words[@]} -gt 0 && ( -n $joins || $word == [=:]* ) ]]; then
          words[-1]+=$word
        else
          words+=("$word")
        fi
        if [[ $word == *[=:] ]]; then joins=1; else joins=''; fi
      done
      current=${words[-1]}
      for ((index = 0; index < ${#current}; index++)); do
        char=${current:index:1}
        if [[ $char == "$quote" ]]; then
          quote=''
        elif [[ -z $quote && $char == [\"\'] ]]; then
          quote=$char
          start=${#text}
        else
          if [[ $char == \\ && $quote != \' ]]; then
            index=$((index + 1))
            char=${current:index:1}
          fi
          text+=$char
        fi
      done
      words[-1]=$text
      if [[ -z $quote ]]; then
        word=${text##*[=:]}
        start=$((${#text} - ${#word}))
      fi
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compopt -o default
          COMPREPLY=()
          return
        fi
        line=${line%%$'\t'*}
        line=${line:start}
        case $quote in
          \")
            line=${line//\\/\\\\}
            line=${line//\"/\\\"}
            line=${line//\$/\\\$}
            line=${line//\`/\\\`}
            line=${line//\!/\"\'!\'\"}
            ;;
          \') line=${line//\'/\'\\\'\'} ;;
          *) printf -v line %q "$line" ;;
        esac
        COMPREPLY+=("$line")
      done < <(\#(name) \#(completionWord) "${words[@]}" 2>/dev/null)
    }
    complete -F \#(function) \#(name)
    """#
  }

  private func zshScript(function: String) -> String {
    #"""
    #compdef \#(name)
    # Completion of \#(name) in zsh.
    \#(function)() {
      local -a candidates
      local line word
      for line in "${(@f)$(\#(name) \#(completionWord) "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        if [[ $line == :files ]]; then
          [[ $PREFIX == --*=* ]] && compset -P '*='
          _files
          return
        fi
        [[ -z $line ]] && continue
        word=${line%%$'\t'*}
        candidates+=("${word//:/\\:}:${line#*$'\t'}")
      done
      _describe '\#(name)' candidates -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
    }
    if [[ $funcstack[1] == \#(function) ]]; then
      \#(function) "$@"
    else
      compdef \#(function) \#(name)
    fi
    """#
  }

  private func fishScript(function: String) -> String {
    #"""
    # Completion of \#(name) in fish.
    function \#(function)
        set -l words (commandline -opc)
        set -l current (commandline -ct | string replace -r '^["\']' '' | string replace -a '\\' '')
        set -l candidates (\#(name) \#(completionWord) $words[2..-1] "$current" 2>/dev/null)
        if test "$candidates" = :files
            set -l option (string match -r -- '^--[^=]*=' "$current")
            set -l path (string replace -- "$option" '' "$current")
            __fish_complete_path "$path" | string replace -r -- '^' "$option"
        else
            printf '%s\n' $candidates
        end
    end
    complete -c \#(name) -f -a '(\#(function))'
    """#
  }
}
