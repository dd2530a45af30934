# Additions to argument-parser's script: `scale` may be omitted, and `help` has topics.
_retime() {
    local -ar subcommands=(@SUBCOMMANDS@) topics=(@TOPICS@)
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _retime_of_parser
        _files
        return
    fi
    if [[ $words[2] == help ]]; then
        compadd -- $subcommands $topics
        return
    fi
    if (( ! ${subcommands[(Ie)$words[2]]} )); then
        words=("$words[1]" scale "${(@)words[2,-1]}")
        (( CURRENT += 1 ))
    fi
    _retime_of_parser
}

