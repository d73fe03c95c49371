"""How public names are called: the parameters of functions and classes, and the fields of dataclasses."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any

NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
PLACED = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def look_up(name: str) -> Any:
    """Return what a dotted name stands for; None where it is only declared, as a field of a class is."""
    words, found = name.split("."), None
    for count in range(len(words), 0, -1):
        try:
            found = import_module(".".join(words[:count]))
        except ModuleNotFoundError:
            continue
        for word in words[count:]:
            found = getattr(found, word, None)
        return found
    return found


def signature_of(found: Any) -> Signature | None:
    """Return the signature of a function, a method or a class; None for what is not called, and where none is known."""
    if not callable(found):
        return None
    try:
        return signature(found)
    except (TypeError, ValueError):
        return None


def describe_call(name: str) -> dict[str, Any]:
    """Describe a public name: arguments by name and by position, which are needed, and the fields."""
    found = look_up(name)
    called = signature_of(found)
    told: dict[str, Any] = {}
    if called is not None and called.parameters:
        parameters = [*called.parameters.values()]
        told["names"] = [each.name for each in parameters if each.kind in NAMED]
        told["placed"] = [each.name for each in parameters if each.kind in PLACED]
        told["places"] = len(told["placed"])
        told["needed"] = [
            each.name for each in parameters if each.default is Parameter.empty and each.kind in (*NAMED, *PLACED)
        ]
    if isinstance(found, type) and is_dataclass(found):
        told["fields"] = [field.name for field in fields(found)]
    return told


def lost(name: str, old: dict[str, Any]) -> list[str]:
    """Return what a call that an earlier release took needs and today's code refuses."""
    found = look_up(name)
    called = signature_of(found)
    if called is None:
        return [f"{name} cannot be called"] if "names" in old else []
    parameters = [*called.parameters.values()]
    kinds = {each.kind for each in parameters}
    taken = {each.name for each in parameters if each.kind in NAMED}
    renamed = getattr(found, "old_argument", None)
    wrong = []
    if Parameter.VAR_KEYWORD not in kinds:
        wrong += [f"{name}({each}=…)" for each in old.get("names", ()) if each not in taken and each != renamed]
    placed = [each.name for each in parameters if each.kind in PLACED]
    wrong += [
        f"{name}: {each} has another position"
        for each, now in zip(_placed(old), placed, strict=False)
        if each != now and each in placed
    ]
    places = len(placed)
    if places < old.get("places", 0) and Parameter.VAR_POSITIONAL not in kinds:
        wrong.append(f"{name} takes {places} arguments by position, not {old['places']}")
    needed = [each for each in parameters if each.default is Parameter.empty and each.kind in (*NAMED, *PLACED)]
    if "needed" in old and len(needed) > len(old["needed"]):
        wrong.append(f"{name} needs {[each.name for each in needed]}, not only {old['needed']}")
    there = {*dir(found), *getattr(found, "__dataclass_fields__", ())}
    wrong += [f"{name}.{each}" for each in old.get("fields", ()) if each not in there]
    return wrong


def _placed(old: dict[str, Any]) -> list[str]:
    """Return the names of arguments by position; 0.1.0 did not write them, and has no names of positional-only ones."""
    if "placed" in old:
        return list(old["placed"])
    names, places = old.get("names", []), old.get("places", 0)
    return list(names[:places]) if places <= len(names) else []
