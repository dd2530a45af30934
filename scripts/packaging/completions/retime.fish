
# Additions to argument-parser's script: `scale` may be omitted, and `help` has topics.
function __retime_tokens
    set -l subcommands @SUBCOMMANDS@
    set -l tokens (__retime_tokens_of_parser $argv)
    if test "$argv" = -pc
        if set -q tokens[2]
            contains -- $tokens[2] $subcommands; or set tokens $tokens[1] scale $tokens[2..]
        else if string match -q -- '-*' (commandline -t)
            set -a tokens scale
        end
    end
    printf '%s\n' $tokens
end

complete -c retime -n '__retime_should_offer_completions_for_positional "retime" -eq 1' -F
complete -c retime -n '__retime_should_offer_completions_for_positional "retime help" -eq 1' -fa '@SUBCOMMANDS@ @TOPICS@'
