"""The lists of the entries of a catalogue."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from nupp.spec import Entry, Parameter, text_of


def print_json(document: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def counted(count: int, noun: str) -> str:
    """The number with its noun: `1 game`, `2 games`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def title(text: str) -> None:
    """Print a heading."""
    click.secho(text, bold=True, underline=True)


def print_entry(entry: Entry[Any]) -> None:
    """Print an entry: a line about it, and one for each parameter."""
    click.echo(f"{click.style(entry.name, bold=True)}  {entry.summary}")
    settings = [f"{parameter.name}={_default(parameter)}" for parameter in entry.parameters]
    width = max(map(len, settings), default=0)
    for setting, parameter in zip(settings, entry.parameters, strict=True):
        explanation = f"{parameter.explanation} ({parameter.expected})"
        click.echo(f"    {click.style(f'{setting:<{width}}', fg='cyan')}  {explanation}")


def print_examples(commands: Sequence[str]) -> None:
    """Print commands to try, if there are any."""
    if commands:
        click.echo("\nExamples:")
        for command in commands:
            click.echo(f"    {command}")


def _default(parameter: Parameter) -> str:
    return "" if parameter.default == "" else text_of(parameter.default)


def as_dict(entry: Entry[Any]) -> dict[str, Any]:
    """An entry as JSON has it."""
    return {
        "name": entry.name,
        "summary": entry.summary,
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.default,
                "explanation": parameter.explanation,
                "expected": parameter.expected,
                "choices": list(parameter.choices),
            }
            for parameter in entry.parameters
        ],
    }
