"""``yomikiri completion``: prints or installs the scripts that let a shell complete our commands.

They go where each shell looks by default.  We never edit a start-up file: if it needs a line, we print it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.parameters import flag
from yomikiri.core.errors import InputError, shown
from yomikiri.core.whole_file import replacing
from yomikiri.core.words import expected

BASH = r"""# Completion of yomikiri in bash.
_yomikiri() {
    local line word cut words
    read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
    word=${words[${#words[@]} - 1]}
    # Bash takes what stands before a colon or an equals sign for a word of its own.
    cut=${word%"${word##*[:=]}"}
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$cut"}")
    done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -o default -F _yomikiri yomikiri
"""

ZSH = r"""#compdef yomikiri
# Completion of yomikiri in zsh.
_yomikiri() {
    local -a found
    local word text
    while IFS=$'\t' read -r word text; do
        found+=("${word//:/\\:}:$text")
    done < <(yomikiri __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
    if (( $#found )); then
        _describe yomikiri found
    else
        _files
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _yomikiri "$@"
else
    compdef _yomikiri yomikiri
fi
"""

FISH = """# Completion of yomikiri in fish.
complete -c yomikiri -a '(yomikiri __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
"""


@dataclass(frozen=True)
class Shell:
    """What a shell needs."""

    script: str
    folder: tuple[str, str]
    """The variable that says where its data lives, and the default if it is not set."""
    place: str
    """The script in that folder."""
    hint: str = ""
    """What the shell's own start-up file must contain."""


SHELLS: Mapping[str, Shell] = {
    "bash": Shell(
        BASH,
        ("XDG_DATA_HOME", "~/.local/share"),
        "bash-completion/completions/yomikiri",
        "found by the package bash-completion; without it, source the file in ~/.bashrc",
    ),
    "zsh": Shell(
        ZSH,
        ("ZDOTDIR", "~"),
        ".zfunc/_yomikiri",
        "needs in ~/.zshrc, before compinit: fpath+=(${ZDOTDIR:-~}/.zfunc)",
    ),
    "fish": Shell(FISH, ("XDG_CONFIG_HOME", "~/.config"), "fish/completions/yomikiri.fish"),
}


def completion_command(
    shell: Annotated[
        str | None,
        typer.Argument(metavar="|".join(SHELLS), help="The shell; without it, the one that SHELL names."),
    ] = None,
    install: Annotated[
        bool, flag("--install", "Put the script where the shell looks for it, and say where that is.")
    ] = False,
) -> int:
    """Print the script that completes our commands, games and options in a shell, or install it."""
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise InputError(f"unknown shell '{shown(name)}': {expected(name, SHELLS)}")
    chosen = SHELLS[name]
    if not install:
        output.write(chosen.script)
        return Exit.DONE
    variable, usual = chosen.folder
    path = Path(os.environ.get(variable) or usual).expanduser() / chosen.place
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(chosen.script.encode())
    except OSError as error:
        raise InputError(f"'{path}' cannot be written: {error.strerror}") from None
    output.write(str(path))
    if chosen.hint:
        output.note(chosen.hint)
    return Exit.DONE
