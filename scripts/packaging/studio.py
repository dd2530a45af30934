# SPDX-License-Identifier: MPL-2.0
"""Completions of the studio: of the program `retime-studio`, and of `retime studio`, which executes it.

argument-parser names the program as in its help, `retime studio`; of the subcommand it only knows that other arguments
follow.
"""
import re
import sys


def own(script):
    """The script of argument-parser for the program, under the program's name."""
    return script.replace("retime studio", "retime-studio")


def part(script, pattern):
    """The match of a pattern in a script, which must exist."""
    found = re.search(pattern, script, re.M | re.S)
    if not found:
        sys.exit(f"studio.py: argument-parser's script has changed: {pattern!r} is not in it")
    return found


def spliced(script, other, shell):
    """The script of `retime` with the program's options, from its own script, after `retime studio`."""
    head, body = {
        "bash": (r"^_retime_studio\(\) \{\n", r"^(    local -a repeating_flags=.*?)\n    # Offer subcommand "),
        "zsh": (r"^_retime_studio\(\) \{\n.*?arg_specs=\(\n", r"arg_specs=\(\n(.*?)^        '\(-\): :->"),
        "fish": (r"^        case 'studio'\n", r"^        __retime studio(_parse_subcommand [^\n]*\n)"),
    }[shell]
    start = part(script, head).end()
    new = part(other, body)[1]
    if shell == "bash":
        new = new.replace("local -a ", "").replace("__retime studio_", "__retime_")
        end = start + part(script[start:], r"^\}").start()
    elif shell == "zsh":
        end = start + part(script[start:], r"^    \)").start()
    else:
        new = "            __retime" + new
        end = start + part(script[start:], r"\n").end()
    script = script[:start] + new + script[end:]
    if shell == "fish":
        lines = [line for line in other.split("\n") if "-eq 2' -fa 'help'" not in line]
        lines = [line for line in lines if re.match("complete -c 'retime studio' -n", line)]
        new = "\n".join(lines).replace("-c 'retime studio'", "-c 'retime'").replace("__retime studio_", "__retime_")
        old = part(script, r"(?:^complete -c 'retime' -n '[^']*\"retime studio\"[^\n]*\n)+")
        script = script[: old.start()] + new + "\n" + script[old.end() :]
    return script
