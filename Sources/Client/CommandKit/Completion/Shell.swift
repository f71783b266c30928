/// The shells that have a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Program {
  /// A script by which the shell gets completions from the program.
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
  /// candidate the part up to the last of these characters, which bash leaves in place. It passes what
  /// the user has typed without quotes, and quotes the candidates alike.
  private func bashScript(function: String) -> String {
    #"""
    # Completion of \#(name) in bash.
    \#(function)() {
      local -a words=()
      local word line current prefix quote='' joins='' index
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
      prefix=${current%"${current##*[=:]}"}
      if [[ $current == [\"\']* ]]; then
        quote=${current:0:1}
        words[-1]=${current:1}
        prefix=''
      else
        words[-1]=${current//\\/}
      fi
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compopt -o default
          COMPREPLY=()
          return
        fi
        line=${line%%$'\t'*}
        line=${line#"$prefix"}
        case $quote in
          \")
            line=${line//\\/\\\\}
            line=${line//\"/\\\"}
            line=${line//\$/\\\$}
            line=${line//\`/\\\`}
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
