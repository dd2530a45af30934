
# Additions to argument-parser's script: `scale` may be omitted, bash splits words at = and :, and `help` has topics.
_retime_or_scale() {
    local -r subcommands='@SUBCOMMANDS@' topics='@TOPICS@'
    local -a words=()
    local word joins=false
    for word in "${COMP_WORDS[@]::COMP_CWORD+1}"; do
        if [[ ${#words[@]} -gt 0 && ($word == [=:]* || $joins == true) ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        if [[ $word == *[=:] ]]; then joins=true; else joins=false; fi
    done

    if [[ ${#words[@]} -eq 2 && $2 != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$subcommands" -- "$2"; compgen -f -- "$2")
        return
    fi
    if [[ ${words[1]} == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$subcommands $topics" -- "$2")
        return
    fi
    if [[ " $subcommands " != *" ${words[1]} "* ]]; then
        words=("${words[0]}" scale "${words[@]:1}")
    fi
    COMP_WORDS=("${words[@]}")
    COMP_CWORD=$((${#words[@]} - 1))
    _retime "$@"
}
complete -o filenames -F _retime_or_scale retime
