"""The metrics of a real server, their page in the manual, and the alerts and the dashboard that use them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from tests.docs.pages import ROOT
from tests.server.client import Served, http, served
from tests.server.test_serve import encore, refusal

FOLDER = ROOT / "docs" / "operating"
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")

FUNCTIONS = {"rate", "increase", "changes", "histogram_quantile", "predict_linear", "min_over_time", "time"}
FUNCTIONS |= {"sum", "max", "count"}
OPERATORS = {"and", "or", "unless"}
GROUPING = {"by", "without", "on", "ignoring"}
BY_PROMETHEUS = {"up": set[str]()}
"""Metrics that Prometheus itself makes, and their labels."""
EVERYWHERE = {"instance", "job"}
"""Labels that it adds to all metrics."""
TOKEN = re.compile(r'"[^"]*"|\[[^\]]*\]|[A-Za-z_:][\w:]*|[\d.]+\w*|[(){},]|[^\s\w"(){},\[]+')


class Used(NamedTuple):
    """A metric in an expression with the labels that select from it; without a name, the labels of a grouping."""

    name: str
    labels: frozenset[str]


def used_in(expression: str) -> Iterator[Used]:
    """Read an expression of PromQL; raise where it has a word that is neither a metric nor known here."""
    tokens = TOKEN.findall(expression.replace("$__rate_interval", "5m"))
    at = 0
    while at < len(tokens):
        token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
        at += 1
        if not re.fullmatch(r"[A-Za-z_:][\w:]*", token) or token in OPERATORS:
            assert token != "{", "labels without a metric"
        elif token in GROUPING:
            end = tokens.index(")", at)
            yield Used("", frozenset(each for each in tokens[at + 1 : end] if each != ","))
            at = end + 1
        elif following == "(" or following in GROUPING:
            assert token in FUNCTIONS, f"no function of PromQL that is known here: {token}"
        elif following == "{":
            end = tokens.index("}", at)
            yield Used(token, frozenset(each for each in tokens[at + 1 : end] if re.fullmatch(r"[A-Za-z_]\w*", each)))
            at = end + 1
        else:
            yield Used(token, frozenset())


def alerts() -> dict[str, str]:
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    return {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}


def panels() -> dict[str, str]:
    board = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    return {
        f"{panel['title']} {target['refId']}": target["expr"]
        for panel in board["panels"]
        for target in panel["targets"]
    }


@pytest.fixture(scope="module")
def samples(server: Served) -> dict[str, set[str]]:
    """The labels of each sample of a running server; the times when counters were made do not count."""
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(http.get(f"{server.url}/metrics").text):
        for sample in family.samples:
            if not sample.name.endswith("_created"):
                found.setdefault(sample.name, set()).update(sample.labels)
    return found


@pytest.mark.parametrize(("name", "expression"), [*alerts().items(), *panels().items()])
def test_every_metric_and_label_exists(samples: dict[str, set[str]], name: str, expression: str) -> None:
    used = list(used_in(expression))
    known = samples | BY_PROMETHEUS
    metrics = [each for each in used if each.name]
    assert metrics, "it asks for nothing"
    for metric, labels in metrics:
        assert metric in known
        assert labels <= known[metric] | EVERYWHERE, metric
    everywhere = EVERYWHERE.union(*(known[metric] for metric, _ in metrics))
    assert all(labels <= everywhere for metric, labels in used if not metric)


def test_the_parser_sees_what_is_wrong() -> None:
    assert list(used_in('sum by (a, le) (rate(x_total{b="c", d=~"e{f}"}[5m])) > 1 and y == 0')) == [
        Used("", frozenset({"a", "le"})),
        Used("x_total", frozenset({"b", "d"})),
        Used("y", frozenset()),
    ]
    with pytest.raises(AssertionError, match="no function"):
        list(used_in("rates(x[5m])"))


def test_every_metric_is_documented_and_used(samples: dict[str, set[str]]) -> None:
    """Those of a histogram by its name. A label is named with its metric."""
    names = {re.sub(r"_(bucket|sum|count)$", "", name) for name in samples}
    told = {row[0]: row[1] for row in re.findall(r"^\| `((?:encore|process)_\w+)`(.*?) \|", PAGE, re.M)}
    assert names - told.keys() == set()
    assert told.keys() - names == set()
    for name, labels in samples.items():
        for label in labels - {"le"}:
            assert f"`{label}`" in told[re.sub(r"_(bucket|sum|count)$", "", name)], name
    shown = {re.sub(r"_(bucket|sum|count)$", "", each.name) for text in panels().values() for each in used_in(text)}
    assert {name for name in names if name.startswith("encore_")} - shown == set()


def backup_at(server: Served) -> float:
    """Return what the metrics say of the newest backup."""
    found = re.search(r"^encore_backup_timestamp_seconds (\S+)$", http.get(f"{server.url}/metrics").text, re.M)
    assert found
    return float(found[1])


def test_the_age_of_the_newest_good_backup_is_told_and_an_old_one_alerts(tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "to"

    def alerts_after(hours: float) -> bool:
        """Evaluate the rule some hours from now; its expression is one of Python, too."""
        names = {"time": lambda: time.time() + 3600 * hours, "encore_backup_timestamp_seconds": backup_at(server)}
        return bool(eval(alerts()["EncoreBackupOld"], names))

    with served(data) as server:
        assert (backup_at(server), alerts_after(0)) == (0, True), "none was ever made"
        before = int(time.time())
        made = encore("backup", "--data", data, "--to", to)
        assert before <= backup_at(server) <= time.time(), made
        assert not alerts_after(25.9)
        assert alerts_after(26.1)
        (data / "last-backup").write_text("1000\n")
        (data / "tables.sqlite").rename(data / "away")
        refusal("backup", "--data", data, "--to", to)
        (data / "away").rename(data / "tables.sqlite")
        assert backup_at(server) == 1000, "what date +%s writes; one that failed changes nothing"
        (data / "last-backup").write_text("soon")
        assert backup_at(server) == 0


def test_alerts_and_dashboard_are_what_prometheus_and_grafana_read() -> None:
    (group,) = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"]
    board = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    assert [panel["id"] for panel in board["panels"]] == list(range(1, len(board["panels"]) + 1))
    assert {"datasource", "instance"} == {each["name"] for each in board["templating"]["list"]}
    assert "operating/alerts.yml" in PAGE and "operating/dashboard.json" in PAGE
