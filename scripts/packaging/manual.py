# SPDX-License-Identifier: MPL-2.0
"""Manual pages, in mdoc, from argument-parser's description of a program.

A discussion has paragraphs, and after headings such as `EXAMPLES:` lines that are indented by two: a term, and after
two spaces or more its explanation. Headings become sections of the page. Pages of subcommands take the sections of
`INHERITED` from the program's own page.
"""
import os
import re
import time

INHERITED = ["ENVIRONMENT", "EXIT STATUS"]
ORDER = ["HELP TOPICS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"]


def plain(text):
    """Text that roff prints unchanged: hyphens of options stay hyphens that can be copied."""
    text = text.replace("\\", "\\e")
    text = re.sub(r"(?<![\w-])--?[A-Za-z][\w-]*", lambda option: option[0].replace("-", "\\-"), text)
    text = text.replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return "\\&" + text if text[:1] in (".", "'") else text


def literal(text):
    """Input as the argument of a macro."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    return '"' + text.replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga") + '"'


def paragraph(text):
    """A line for each sentence, as mdoc wants it."""
    return [plain(line) for line in re.sub(r"(?<=[a-z\d)][.:]) +(?=[A-Z-])", "\n", text).split("\n")]


def sections(discussion):
    """The lines before the first heading, and those after each heading."""
    found, title = {"": []}, ""
    for line in discussion.split("\n"):
        heading = re.fullmatch(r"([A-Z][A-Z ]+):", line)
        if heading:
            title = heading[1]
            found[title] = []
        else:
            found[title].append(line)
    return found


def entries(lines):
    """The indented lines as pairs of term and explanation; other lines as texts."""
    for line in lines:
        match = re.fullmatch(r"  (\S.*?)(?: {2,}(\S.*))?", line)
        if match:
            yield match[1], match[2]
        elif line:
            yield None, line


def topics(root):
    """The names of the program's help topics."""
    return [name for name, _ in entries(sections(root["discussion"])["HELP TOPICS"]) if name]


def prose(lines):
    """Paragraphs, and indented lines verbatim."""
    out = []
    for block in re.split(r"\n\n+", "\n".join(lines).strip("\n")):
        if not block:
            continue
        if out:
            out.append(".Pp")
        if block.startswith("  "):
            out += [".Dl " + literal(line.strip()) for line in block.split("\n")]
        else:
            out += paragraph(block.replace("\n", " "))
    return out


def examples(lines):
    """Commands, below their explanations."""
    out = []
    for command, text in entries(lines):
        if out:
            out.append(".Pp")
        if command and text:
            out += paragraph(text[0].upper() + text[1:] + ":")
        out.append(".Dl " + literal(command) if command else plain(text))
    return out


def definitions(title, lines):
    """A list of names and their meanings, and the text after it."""
    macro = {"ENVIRONMENT": "Ev", "FILES": "Pa"}.get(title, "Li")
    out, rest = [".Bl -tag -width Ds"], []
    for name, text in entries(lines):
        if name:
            item = f"Xr retime-{name} 7" if title == "HELP TOPICS" else f"{macro} {literal(name)}"
            out += [".It " + item, plain(text or "")]
        else:
            rest += paragraph(text)
    return out + [".El"] + [".Pp"] * bool(rest) + rest


def subcommands(command):
    """The subcommands of a command, without argument-parser's own."""
    return [c for c in command.get("subcommands", []) if c["commandName"] != "help"]


def name_of(argument):
    """The names of an option, or of an argument, as the head of an item."""
    value = argument["valueName"]
    if argument["kind"] == "positional":
        return "Ar " + literal(value)
    dashes = {"long": "-", "short": "", "longWithSingleDash": ""}
    names = [f"Fl {dashes[name['kind']]}{name['name']}".replace("-", "\\-") for name in argument["names"]]
    return " , ".join(names) + (f" Ar {literal(value)}" if argument["kind"] == "option" else "")


def options(arguments):
    """All options and arguments, below their titles in the help."""
    groups = {}
    for argument in arguments:
        if argument["shouldDisplay"]:
            other = "Arguments" if argument["kind"] == "positional" else "Other"
            groups.setdefault(argument.get("sectionTitle", other), []).append(argument)
    out = []
    for title in sorted(groups, key=lambda title: (title == "Other") - (title == "Arguments")):
        if len(groups) > 1:
            out.append(".Ss " + title)
        out.append(".Bl -tag -width Ds")
        for argument in groups[title]:
            out.append(".It " + name_of(argument))
            out += paragraph(argument.get("abstract", ""))
            if argument.get("allValues"):
                out += paragraph("It is one of " + ", ".join(argument["allValues"]) + ".")
            if "defaultValue" in argument:
                # A full stop alone is the current folder.
                out += paragraph(f"The default is {argument['defaultValue']}.".replace("is ..", 'is ".".'))
        out.append(".El")
    return out


def synopsis(words, command):
    """The synopsis of the command; without a subcommand it is the default one."""
    head = f".Nm {words[0]}" + "".join(f" Cm {word}" for word in words[1:])
    if subcommands(command):
        lines = [f"{head} Ar subcommand Oo Ar options Oc"]
        default = [c for c in command["subcommands"] if c["commandName"] == command.get("defaultSubcommand")]
        return [line for c in default for line in synopsis(words, c)] + lines
    line = head + " Oo Ar options Oc"
    for argument in command["arguments"]:
        if argument["kind"] == "positional" and argument["shouldDisplay"]:
            item = "Ar " + literal(argument["valueName"]) + (" ..." if argument["isRepeating"] else "")
            line += f" Oo {item} Oc" if argument["isOptional"] else f" {item}"
    return [line]


def page(name, section, about, body, see):
    """A whole page; `body` has titles and lines."""
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    out = [
        '.\\" SPDX-License-Identifier: MPL-2.0',
        f".Dd {time.strftime('%B', moment)} {moment.tm_mday}, {moment.tm_year}",
        f".Dt {name.upper()} {section}",
        ".Os Retime",
        ".Sh NAME",
        f".Nm {name}",
        ".Nd " + plain(about[0].lower() + about[1:].rstrip(".")),
    ]
    for title, lines in body:
        if lines:
            out += [f".Sh {title}", *lines]
    see = sorted(set(see) - {(section, name)})
    links = [f".Xr {other} {number} ," for number, other in see]
    return "\n".join([*out, ".Sh SEE ALSO", *links[:-1], links[-1][:-2]]) + "\n"


def command_page(words, command, inherited, see):
    """The page of a program or of one of its subcommands."""
    parts = sections(command.get("discussion", ""))
    body = [("SYNOPSIS", synopsis(words, command))]
    body.append(("DESCRIPTION", prose(parts[""]) or paragraph(command["abstract"])))
    below = subcommands(command)
    if below:
        lines = [".Bl -tag -width Ds"]
        for c in below:
            lines += [f".It Xr {'-'.join([*words, c['commandName']])} 1", *paragraph(c["abstract"])]
        body.append(("SUBCOMMANDS", lines + [".El"]))
    body.append(("OPTIONS", options(command["arguments"])))
    for title in ORDER:
        lines = parts.get(title, inherited.get(title, []) if title in INHERITED else [])
        if lines:
            body.append((title, examples(lines) if title == "EXAMPLES" else definitions(title, lines)))
    return page("-".join(words), 1, command["abstract"], body, see)


def pages(root, studio, topics):
    """Each page as its name, its section and its text: of the program, its subcommands, its topics and the studio."""
    inherited = sections(root["discussion"])
    name = root["commandName"]
    about = [(7, f"{name}-{topic}") for topic in topics]

    def of(words, command):
        below = subcommands(command)
        see = [(1, "-".join([*words, c["commandName"]])) for c in below] + [(1, "-".join(words[:-1] or words))]
        see += about if command is root else [(1, name), *about]
        if command is root:
            see += [(1, "gst-inspect-1.0"), (1, "gst-launch-1.0")]
        yield "-".join(words), 1, command_page(words, command, inherited, see)
        for c in below:
            if c["commandName"] != "studio":
                yield from of([*words, c["commandName"]], c)

    yield from of([name], root)
    if studio:
        words = studio["commandName"].split(" ")
        yield "-".join(words), 1, command_page(words, studio, inherited, [(1, name)])
    for topic, text in topics.items():
        parts = sections(text)
        body = [("DESCRIPTION", prose(parts[""])), ("EXAMPLES", examples(parts["EXAMPLES"]))]
        abstract = dict(entries(inherited["HELP TOPICS"]))[topic]
        yield f"{name}-{topic}", 7, page(f"{name}-{topic}", 7, abstract, body, [(1, name), *about])
