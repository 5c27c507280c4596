# SPDX-License-Identifier: MIT
"""The command line: parses, prints and sets the exit status; all else is in the modules that it calls."""

from __future__ import annotations

import atexit
import difflib
import errno
import gc
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from rcl import __version__
from rcl.cli.common import report, with_options
from rcl.collector import no_collector
from rcl.errors import EXIT_BUG, EXIT_INPUT, EXIT_INTERRUPTED, EXIT_OK, Code, RclError

#: the verbs in the order of the way, and the modules that they stand in
VERBS = {
    "profile": "profiling",
    "calibrate": "calibrating",
    "analyse": "choosing",
    "locks": "choosing",
    "choose": "choosing",
    "rewrite": "rewriting",
    "review": "reviewing",
    "header": "rewriting",
    "diff": "rewriting",
    "build": "rewriting",
    "verify": "verifying",
    "compare": "measuring",
    "report": "reporting",
    "config": "configuring",
    "doctor": "measuring",
    "explain": "measuring",
    "corpus": "corpus",
    "suite": "corpus",
}
#: what a full disk says, of no file by its name
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class _Verbs(click.Group):
    """Loads a verb when it is asked for: most of the time that a short verb takes is that of loading code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        verb: click.Command = getattr(import_module(f"rcl.cli.{VERBS[cmd_name]}"), cmd_name)
        return verb

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is asked for, or the one that may be meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], VERBS, 1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from None


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="rcl", message="%(prog)s %(version)s")
@with_options
def rcl(**_: object) -> None:
    """Move the critical sections of contended mutexes to where they run fastest.

    The way: profile, choose, rewrite, header, build, compare. Each verb names the next; none touches
    the source before "rewrite --apply". What they learn stands below .rcl/ in the source tree.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit status; never raises."""
    for stream in (sys.stdout, sys.stderr):
        # names and sources may hold bytes that are not UTF-8
        stream.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    try:
        with no_collector():
            status = rcl.main(args=arguments, prog_name="rcl", standalone_mode=False)
            gc.freeze()  # the process ends: there is no need to look through what the verb has left
        return status if isinstance(status, int) else EXIT_OK
    except click.ClickException as error:
        error.show()
        return EXIT_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("rcl: interrupted", err=True)
        return EXIT_INTERRUPTED
    except SystemExit:
        # click's way to end when nobody reads standard output any more
        return EXIT_OK
    except RclError as error:
        return _refused(error)
    except Exception as error:
        return _failed(error)


def command() -> None:
    """The process of a command line. It ends at once: to give its memory back takes time, and nobody needs that."""
    status = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "multiprocessing" in sys.modules:
        import_module("rcl.beside").give_up()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(status)  # Python says of what could not be written
    atexit._run_exitfuncs()
    os._exit(status)


def _refused(error: RclError) -> int:
    report(error)
    return error.exit_status


def _failed(error: Exception) -> int:
    """A file that cannot be written is bad input, and so is a full disk; anything else that comes here is a bug."""
    if isinstance(error, OSError) and (error.filename is not None or error.errno in _NO_ROOM):
        path = "a file" if error.filename is None else os.fsdecode(error.filename)
        return _refused(RclError(Code.UNWRITABLE, path=path, why=error.strerror or type(error).__name__))
    if os.environ.get("RCL_DEBUG"):
        traceback.print_exc()
    first = (str(error) or "no message").splitlines()[0]
    click.echo(
        f"internal error: {type(error).__name__}: {first}; this is a bug in rcl "
        "(RCL_DEBUG=1 shows where)",
        err=True,
    )
    return EXIT_BUG
