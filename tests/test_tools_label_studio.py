"""Label Studio itself, by its API and in a browser: `make test-tools`.

It takes what the studio exports, and what it exports in turn comes back into the studio.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

if "TAMIS_LABEL_STUDIO" not in os.environ:
    pytest.skip("Label Studio is not installed: make test-tools", allow_module_level=True)

from studio import free_port
from tamis.studio.annotating.exchange.entries import GivenLabel, Reading, Row
from tamis.studio.annotating.exchange.label_studio import config, tasks
from tamis.studio.annotating.exchange.uploads import read_upload
from tamis.studio.annotating.imported_labels import COMMENT, DONE_AT, SECONDS
from tamis.studio.annotating.kinds import KINDS
from tamis.types import InputError
from test_studio_exchange import EVERY, HOSTILE, LABELS, row_of, same

USER, PASSWORD = "ann@example.org", "plum jam at noon"
FORMS = ("JSON", "JSON_MIN", "CSV", "TSV")


class LabelStudio:
    """A server of its own in `folder`: without a network, with one user, who has a token."""

    def __init__(self, program: Path, folder: Path) -> None:
        port = free_port()
        self.url, self.log = f"http://127.0.0.1:{port}", folder / "log"
        token = secrets.token_hex(20)
        nowhere = "http://127.0.0.1:9"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    program, "start", "--no-browser", "--internal-host", "127.0.0.1",
                    "--port", str(port), "--data-dir", folder / "data", "--username", USER,
                    "--password", PASSWORD, "--user-token", token, "--enable-legacy-api-token",
                ],
                cwd=folder,
                env={
                    "PATH": os.environ["PATH"],
                    "HOME": str(folder),
                    "LABEL_STUDIO_COLLECT_ANALYTICS": "false",
                    "LABEL_STUDIO_LATEST_VERSION_CHECK": "false",
                    "LABEL_STUDIO_SENTRY_DSN": "",
                    "LABEL_STUDIO_FRONTEND_SENTRY_DSN": "",
                    "http_proxy": nowhere,
                    "https_proxy": nowhere,
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )  # fmt: skip
        known = {"Authorization": f"Token {token}"}
        self._client = httpx.Client(base_url=self.url, headers=known, trust_env=False, timeout=60)
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer, or its text; an assertion where it refuses."""
        answer = self._client.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer.text

    def project(self, title: str, labelling: str) -> int:
        """A new project with a configuration that Label Studio has found valid; its number."""
        self.call("POST", "/api/projects/validate/", {"label_config": labelling})
        made = self.call("POST", "/api/projects/", {"title": title, "label_config": labelling})
        return int(made["id"])

    def take(self, project: int, what: list[dict[str, Any]]) -> list[int]:
        """Import tasks; their numbers."""
        path = f"/api/projects/{project}/import?commit_to_project=true&return_task_ids=true"
        return list(self.call("POST", path, what)["task_ids"])

    def export(self, project: int, form: str = "JSON") -> bytes:
        """What "Export" in its page downloads."""
        path = f"/api/projects/{project}/export"
        answer = self._client.get(path, params={"exportType": form})
        assert answer.is_success, answer.text
        return answer.content

    def stop(self) -> None:
        """End the server and what it started."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 300
        while True:
            try:
                if self._client.get("/health").is_success:
                    return
            except httpx.TransportError:
                pass
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(self.log.read_text(errors="replace")[-3000:])
            time.sleep(0.2)


@pytest.fixture(scope="module")
def label_studio(tmp_path_factory):
    """Label Studio, running for all tests of this file."""
    program = Path(os.environ["TAMIS_LABEL_STUDIO"]).absolute()
    running = LabelStudio(program, tmp_path_factory.mktemp("label-studio"))
    yield running
    running.stop()


@dataclass(frozen=True)
class Exchanged:
    """A project that went there: an item with labels, and one that was then labelled there.

    `counts` is what Label Studio's project has.
    """

    name: str
    row: Row
    counts: dict[str, int]
    files: dict[str, bytes]

    def read(self, form: str = "JSON") -> Reading:
        """The file of a form as the studio reads it."""
        return read_upload(KINDS[self.name], f"export.{form.lower()}", self.files[form])


@pytest.fixture(scope="module", params=EVERY)
def exchanged(request, label_studio):
    """A project of each kind, after Label Studio has had it."""
    name = request.param
    row = row_of(name, extra={"shelf mark": ["x", {"y": 1}]})
    row = replace(row, labels=tuple(_timed(one) for one in row.labels))
    bare = replace(row, key="another item", labels=(), settled=None)
    project = label_studio.project(name, config(KINDS[name], f"Guidance {HOSTILE}"))
    _, second = label_studio.take(project, tasks(KINDS[name], [row, bare]))
    counts = label_studio.call("GET", f"/api/projects/{project}/")
    # As a person's click stores them: with a configuration's aliases, and without a name.
    (task,) = tasks(KINDS[name], [row])
    results = [one for one in task["annotations"][0]["result"] if one["from_name"] != "annotator"]
    said = {"result": results, "lead_time": 12.3456789}
    label_studio.call("POST", f"/api/tasks/{second}/annotations/", said)
    files = {form: label_studio.export(project, form) for form in FORMS}
    return Exchanged(name, row, counts, files)


def _timed(given):
    return replace(given, seconds=1 / 3 if given.seconds is None else given.seconds / 7)


def test_it_takes_tasks_with_and_without_labels(exchanged):
    """All tasks, annotations and predictions of an export are there; skipped ones are apart."""
    found = {name: exchanged.counts[name] for name in exchanged.counts if name.endswith("_number")}
    assert found["task_number"] == 2
    assert found["total_annotations_number"] == 3
    assert found["skipped_annotations_number"] == 1
    assert found["total_predictions_number"] == 1


def test_every_annotation_there_has_its_name(exchanged):
    """Who labelled, who skipped and who settled stand in the control `annotator`."""
    labelled = json.loads(exchanged.files["JSON"])[0]["annotations"]
    names = {
        part["value"]["text"][0]
        for one in labelled
        for part in one["result"]
        if part["from_name"] == "annotator"
    }
    assert names == {"Anna Ätzend", "ben@example.org", "Carl", "Olga Owner"}
    skipped = [one for one in labelled if one["was_cancelled"]]
    settled = [one for one in labelled if one["ground_truth"]]
    assert (len(skipped), len(settled)) == (1, 1)


def test_its_export_comes_back_unchanged(exchanged):
    """The item, its labels with names, comments, moments and seconds, and what was settled."""
    reading = exchanged.read()
    assert reading.problems == []
    same(reading.entries[0], exchanged.row)
    assert reading.left_out == {"cancelled annotations": 1}


def test_a_label_that_was_given_there_comes_back(exchanged):
    """With its values, its comment and its seconds, under the number of its user."""
    _, other = exchanged.read().entries
    assert (other.seed.key, other.seed.payload) == ("another item", exchanged.row.payload)
    ((who, label),) = other.seed.labels
    assert who == "user 1"
    assert label.pop(DONE_AT)
    comment = f"A comment, {HOSTILE}"
    assert label == LABELS[exchanged.name][0] | {COMMENT: comment, SECONDS: 12.3456789}


@pytest.mark.parametrize("form", FORMS[1:])
def test_its_flat_exports_are_refused_once(exchanged, form):
    """CSV, TSV and JSON_MIN get one sentence that says what to do."""
    with pytest.raises(InputError, match=r"export\.\w+ is Label Studio's .* export as JSON\.$"):
        exchanged.read(form)


def test_a_project_of_its_own_goes_here_and_back(label_studio):
    """Tasks that did not come from a studio, with what Label Studio adds to them, are taken."""
    labelling = (
        '<View><Text name="text" value="$title"/><Choices name="by_author" toName="text">'
        '<Choice value="Yes"/><Choice value="No"/></Choices></View>'
    )
    value = {"from_name": "by_author", "to_name": "text", "type": "choices"}
    value["value"] = {"choices": ["Yes"]}
    data = {"author": "A", "title": "B", "shelf": 3}
    task = {"data": data, "meta": {"batch": 4}, "annotations": [{"result": [value]}]}
    task["predictions"] = [{"model_version": "m", "result": [value]}]
    raw = label_studio.export(_filled(label_studio, labelling, [task]))
    kitab = KINDS["kitab_title"]
    reading = read_upload(kitab, "t.json", raw)
    (entry,) = reading.entries
    ((who, label),) = entry.seed.labels
    assert (who, label["by_author"]) == ("user 1", "yes")
    # Of predictions this export has no more than their numbers: that is said.
    assert reading.left_out == {"predictions given only by their number": 1}
    row = Row(entry.seed.key, entry.seed.payload, labels=(GivenLabel(who, {"by_author": "yes"}),))
    back = _filled(label_studio, config(kitab), tasks(kitab, [row]))
    (again,) = read_upload(kitab, "t.json", label_studio.export(back)).entries
    same(again, row)


def _filled(label_studio, labelling: str, what: list[dict[str, Any]]) -> int:
    project = label_studio.project("A project", labelling)
    assert len(label_studio.take(project, what)) == len(what)
    return project


def test_a_person_labels_in_its_page(label_studio, browser):
    """In the page of a task the form is whole; a new label and a changed one come back."""
    kind = KINDS["fanout_answer"]
    row = row_of("fanout_answer")
    row = replace(row, labels=row.labels[:1], settled=None)
    bare = replace(row, key="another item", labels=())
    project = label_studio.project("Answers", config(kind))
    first, second = label_studio.take(project, tasks(kind, [row, bare]))
    page = browser().new_page()
    page.goto(f"{label_studio.url}/user/login")
    page.locator("input[name=email]").fill(USER)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    page.wait_for_url(lambda url: "/login" not in url)

    page.goto(f"{label_studio.url}/projects/{project}/data?task={second}")
    page.locator("input[name=List]").click()
    page.get_by_label("I could not answer this").click()
    for name, text in {"answer": "one\ntwo", "pages": "w", "comment": "Hm."}.items():
        page.locator(f"textarea[name={name}]").fill(text)
    page.locator("input[name=minutes]").fill("7")
    with page.expect_response(lambda one: one.request.method == "POST" and "annot" in one.url):
        page.get_by_role("button", name="submit").click()

    page.goto(f"{label_studio.url}/projects/{project}/data?task={first}")
    page.locator("input[name=Table]").click()
    with page.expect_response(lambda one: one.request.method == "PATCH" and "annot" in one.url):
        page.get_by_role("button", name="submit").click()

    reading = read_upload(kind, "t.json", label_studio.export(project))
    changed, made = (entry.seed.labels for entry in reading.entries)
    ((anna, label),) = changed
    assert anna == "Anna Ätzend"
    assert (label["answer_how"], label[DONE_AT]) == ("table", "2024-05-06T07:08:00+00:00")
    assert label[SECONDS] > 61.5
    ((user, label),) = made
    assert user == "user 1"
    assert {name: value for name, value in label.items() if name not in (DONE_AT, SECONDS)} == {
        "answer": "one\ntwo",
        "answer_how": "list",
        "could_not_answer": ["yes"],
        "pages": "w",
        "minutes": 7,
        COMMENT: "Hm.",
    }
