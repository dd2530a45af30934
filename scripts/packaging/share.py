#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Writes the documentation of a built `retime` below PREFIX/share: `scripts/packaging/share.py RETIME PREFIX`.

Manual pages and completions come from the argument parser's own description of the options (--experimental-dump-help,
--generate-completion-script) and from the texts of `retime help`, so that nothing is described twice. `retime-studio`
is found beside `retime`; without it the studio's pages are omitted. Prints the files that it wrote.
"""
import json
import os
import pathlib
import subprocess
import sys

import manual
import studio

HERE = pathlib.Path(__file__).resolve().parent
SHELLS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/site-functions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}


def run(*arguments):
    """The output of a program, which must succeed."""
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def script_of(program, shell):
    """argument-parser's script for a shell; it is sourced, so it needs no interpreter line."""
    return run(program, "--generate-completion-script", shell).removeprefix("#!/bin/bash\n")


def replaced(text, old, new):
    """The text with one passage replaced, which must occur once."""
    if text.count(old) != 1:
        sys.exit(f"share.py: argument-parser's script has changed: {old!r} is in it {text.count(old)} times")
    return text.replace(old, new)


def completion(script, shell, root, topics):
    """A shell's script: argument-parser's own, and the additions for `retime`."""
    more = (HERE / f"completions/retime.{shell}").read_text(encoding="utf-8")
    names = " ".join(command["commandName"] for command in root["subcommands"])
    more = more.replace("@SUBCOMMANDS@", names).replace("@TOPICS@", " ".join(topics))
    if shell == "bash":
        return replaced(script, "complete -o filenames -F _retime retime\n", "") + more
    if shell == "zsh":
        script = replaced(script, "\n_retime() {\n", "\n_retime_of_parser() {\n")
        end = 'if [[ "${funcstack[1]}" = _retime ]]; then\n'
        return replaced(script, end, more + end)
    script = replaced(script, "\nfunction __retime_tokens\n", "\nfunction __retime_tokens_of_parser\n")
    return script + more


def write(path, text):
    """Writes a file and prints its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(path)


def main():
    if len(sys.argv) != 3:
        sys.exit("Usage: scripts/packaging/share.py RETIME PREFIX")
    retime, share = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]) / "share"
    os.environ["COLUMNS"] = "80"
    root = json.loads(run(retime, "--experimental-dump-help"))["command"]
    topics = manual.topics(root)
    texts = {topic: run(retime, "help", topic) for topic in topics}
    server = retime + "-studio"
    program = None
    if os.path.exists(server):
        program = json.loads(run(server, "--experimental-dump-help"))["command"]
    for name, section, page in manual.pages(root, program, texts):
        write(share / f"man/man{section}/{name}.{section}", page)
    for shell, path in SHELLS.items():
        script = script_of(retime, shell)
        if program:
            other = script_of(server, shell)
            write(share / path.format("retime-studio"), studio.own(other))
            script = studio.spliced(script, other, shell)
        write(share / path.format("retime"), completion(script, shell, root, topics))


main()
