"""The pages of import and export, and the check of a form while it is being filled in."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, File, HTTPException, Query, Request, Response, UploadFile

from tamis.studio.annotating.common import Id, Typed, kind_of, project_for
from tamis.studio.annotating.exchange.anonymisation import file_name, pseudonyms, renamed
from tamis.studio.annotating.exchange.benchmarks import AGREED, OWN, accepted_questions, own_files
from tamis.studio.annotating.exchange.csv import write_csv
from tamis.studio.annotating.exchange.entries import Reading, Row
from tamis.studio.annotating.exchange.jsonl import write_jsonl
from tamis.studio.annotating.exchange.label_studio import config, tasks
from tamis.studio.annotating.exchange.local_names import with_local_names
from tamis.studio.annotating.exchange.project_rows import (
    ImportResult,
    preview_import,
    rows_of,
    take,
)
from tamis.studio.annotating.exchange.uploads import read_upload
from tamis.studio.annotating.kinds import Kind
from tamis.studio.annotating.kinds.fanout_question import KIND as FANOUT
from tamis.studio.annotating.kinds.fanout_question import FanoutQuestion
from tamis.studio.database.schema import Project
from tamis.studio.people.access import Config, CurrentPerson, Db, Here, Owner
from tamis.studio.people.person_names import name_key
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, page, redirect
from tamis.text.shown import counted
from tamis.types import InputError

router = APIRouter()

Files = Annotated[list[UploadFile], File(max_length=20)]
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "zip": "application/zip",
}


@router.post("/forms/fanout_question/check")
def check_form(request: Request, person: CurrentPerson, typed: Typed) -> Response:
    """The problems of a question while it is being written; after a button, the new form."""
    kind = FANOUT
    assert isinstance(kind, FanoutQuestion)
    do = "".join(typed.pop("do", [])[:1])
    form = kind.form({}, typed, {}, do=do, typing=True)
    template = "fanout_parts.html" if do else "fanout_checked.html"
    return page(request, f"annotating/{template}", form=form, kind=kind, item={}, values=typed)


@router.get("/{id}/import")
def import_page(request: Request, person: Owner, database: Db, id: Id) -> Response:
    """The form for files."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
    return _import(request, project)


@router.post("/{id}/import")
def take_files(
    request: Request,
    person: Owner,
    database: Db,
    settings: Config,
    id: Id,
    files: Files,
    do: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """Import files, all or none; with `do=check` only a preview."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
    kind = kind_of(project)
    reading, problems = _read(kind, files, settings.limits.upload_bytes)
    try:
        if problems:
            done = None
        elif do == "check":
            with database.reading() as transaction:
                reading.entries = with_local_names(transaction, project, reading.entries)
                done = preview_import(transaction, project, reading.entries)
        else:
            with database.writing() as transaction:
                into = project_for(transaction, id, person)
                done = take(
                    transaction,
                    into,
                    with_local_names(transaction, into, reading.entries),
                    person.id,
                )
                carried_out(transaction, request, f"/annotating/{id}")
    except InputError as error:
        problems, done = [str(error)], None
    if done is not None and do != "check":
        flash(request, _told(done))
        return redirect(f"/annotating/{id}")
    found: dict[str, Any] = {"reading": reading, "problems": problems, "done": done}
    if "hx-request" in request.headers:
        return page(request, "annotating/import_found.html", kind=kind, project=project, **found)
    return _import(request, project, 422 if problems else 200, **found)


@router.get("/{id}/export")
def export_page(request: Request, person: Owner, database: Db, id: Id) -> Response:
    """The possible exports."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        rows = rows_of(transaction, project)
    return _export(request, project, rows)


@router.get("/{id}/export/{what}")
def export(
    request: Request,
    person: Owner,
    database: Db,
    here: Here,
    id: Id,
    what: str,
    names: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """A file: `items.csv`, `items.jsonl`, `tasks.json`, `config.xml` or `own`.

    With `names=hidden` every person has a pseudonym that is the same in all of a project's files.
    """
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        rows = rows_of(transaction, project)
    kind = kind_of(project)
    if names == "hidden":
        rename = pseudonyms(here.settings.secret, project.id)
        rows = [renamed(row, rename) for row in rows]
    stem = file_name(project.name, "project")
    if what == "items.csv":
        return _download(f"{stem}.csv", write_csv(kind, rows))
    if what == "items.jsonl":
        return _download(f"{stem}.jsonl", "".join(write_jsonl(kind, rows)))
    if what == "tasks.json":
        text = json.dumps(tasks(kind, rows), ensure_ascii=False, indent=1)
        return _download(f"{stem}-label-studio.json", text)
    if what == "config.xml":
        return _download(f"{stem}-label-studio.xml", config(kind, project.guidance))
    if what == "own":
        return _own(stem, own_files(kind, rows))
    raise HTTPException(404, "There is no export of this name.")


@router.post("/{id}/export/accepted")
def export_accepted(
    request: Request,
    person: Owner,
    database: Db,
    settings: Config,
    id: Id,
    papers: Annotated[UploadFile, File()],
) -> Response:
    """The accepted questions with the texts of their papers, which the person uploads."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        rows = rows_of(transaction, project)
    if project.kind != "question_review":
        raise HTTPException(404, "Only reviewed questions can be accepted.")
    try:
        found, count = accepted_questions(rows, _bytes(papers, settings.limits.upload_bytes))
    except InputError as error:
        return _export(request, project, rows, 422, problem=str(error))
    if not count:
        said = "No question is accepted yet: nobody has ticked every box of one and accepted it."
        return _export(request, project, rows, 422, problem=said)
    return _download("accepted.jsonl", found)


def _told(done: ImportResult) -> str:
    items, labels = counted(done.added, "new item"), counted(done.labels, "label")
    said = f"{items} and {labels} are imported."
    if done.duplicates:
        said += f" {counted(done.duplicates, 'item was', 'items were')} there already."
    return said


def _import(request: Request, project: Project, status: int = 200, **found: Any) -> Response:
    context = {"reading": None, "problems": [], "done": None, **found}
    context |= {"project": project, "kind": kind_of(project)}
    return page(request, "annotating/import.html", status, **context)


def _export(
    request: Request, project: Project, rows: list[Row], status: int = 200, problem: str = ""
) -> Response:
    kind = kind_of(project)
    said = [one for row in rows for one in row.labels]
    by_people = [one for one in said if not (one.model or one.skipped)]
    return page(
        request,
        "annotating/export.html",
        status,
        project=project,
        kind=kind,
        own=OWN.get(kind.name),
        agreed=AGREED,
        items=len(rows),
        labels=len(by_people),
        people=len({name_key(one.who) for one in by_people}),
        skipped=sum(one.skipped for one in said),
        settled=sum(row.settled is not None for row in rows),
        by_models=sum(one.model for one in said),
        problem=problem,
    )


def _read(kind: Kind, files: list[UploadFile], most: int) -> tuple[Reading, list[str]]:
    """All files as one `Reading`, and their problems."""
    whole, problems = Reading(""), []
    kinds: list[str] = []
    for file in files:
        if not file.filename:
            continue
        try:
            one = read_upload(kind, file.filename, _bytes(file, most))
        except InputError as error:
            problems.append(str(error))
            continue
        kinds.append(one.what)
        whole.entries += one.entries
        whole.problems += one.problems
        whole.bad_lines += one.bad_lines
        whole.left_out += one.left_out
        whole.together += one.together
    whole.what = ", ".join(dict.fromkeys(kinds))
    problems += whole.problems
    if whole.bad_lines > len(whole.problems):
        problems.append(f"… and {whole.bad_lines - len(whole.problems):,} more lines.")
    if not (kinds or problems):
        problems.append("No file was chosen: choose one, then import it.")
    return whole, problems


def _bytes(file: UploadFile, most: int) -> bytes:
    raw = file.file.read(most + 1)
    if len(raw) > most:
        raise InputError("The file is larger than the studio takes at once; split it.")
    return raw


def _own(stem: str, files: Mapping[str, bytes]) -> Response:
    if not files:
        raise HTTPException(404, "There are no labels yet that could be exported so.")
    if len(files) == 1:
        ((path, raw),) = files.items()
        return _download(f"{stem}-{path.replace('/', '-')}", raw)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, raw in files.items():
            # A fixed date: the same labels make the same file.
            archive.writestr(zipfile.ZipInfo(f"{stem}/{path}"), raw, zipfile.ZIP_DEFLATED)
    return _download(f"{stem}.zip", out.getvalue())


def _download(name: str, content: str | bytes) -> Response:
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return Response(
        raw,
        media_type=_TYPES[name.rpartition(".")[2]],
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
