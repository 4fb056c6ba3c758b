"""A new session: the question, the papers, and a randomly drawn model whose name is hidden."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from tamis import __version__
from tamis.retrieve.papers import Paper, open_searcher, passages
from tamis.studio.database.schema import storable
from tamis.studio.people.access import CurrentPerson, studio_of
from tamis.studio.people.accounts import Who
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import page, redirect
from tamis.studio.unsent import forget_unsent
from tamis.studio.writing import session_store
from tamis.studio.writing.demo import topics
from tamis.studio.writing.jobs import jobs_of
from tamis.studio.writing.models import asked_before, draw
from tamis.studio.writing.responses import keep_typed
from tamis.studio.writing.shelf import FORM, PLACE, Shelf, added, keep_shelf, read_shelf
from tamis.types import InputError
from tamis.writing.author import Respondent
from tamis.writing.prompts import WRITING
from tamis.writing.session_steps import TEMPERATURE
from tamis.writing.sessions import Opened

router = APIRouter()

LONGEST_QUESTION = 2000


class AskedBefore(InputError):
    """The person already has a session on the question."""

    def __init__(self, id: str) -> None:
        super().__init__(
            "You have had a session on this question, and in a study a person has each question "
            "once: choose another one."
        )
        self.id = id


@router.get("/new")
def form(request: Request, person: CurrentPerson) -> Response:
    """The form of a new session."""
    return _form(request, person)


@router.post("/new")
def begin(
    request: Request,
    person: CurrentPerson,
    question: Annotated[str, Form()] = "",
    act: Annotated[str, Form(max_length=40)] = "begin",
    files: Annotated[list[UploadFile] | None, File()] = None,
) -> Response:
    """Add uploaded papers, remove one, or begin, depending on the button."""
    studio = studio_of(request)
    question = storable(question).replace("\r\n", "\n")
    given = [(file.filename or "", file.file.read()) for file in files or () if file.filename]
    what, _, which = act.partition(":")
    refused = _take_in(request, person, given, ends=what == "add")
    with studio.database.writing() as transaction:
        shelf = read_shelf(transaction, person.id)
        if what == "remove":
            kept = tuple(paper for paper in shelf.papers if paper.id != which)
            shelf = Shelf(kept, shelf.topics)
        elif what == "forget":
            shelf = Shelf(shelf.papers)
        if what in ("remove", "forget"):
            keep_shelf(transaction, person.id, shelf)
    if what not in ("topic", "forget"):
        keep_typed(request, person, FORM, {"question": question} if question.strip() else {})
    if refused or what in ("add", "remove", "forget"):
        status = 422 if refused else 200
        return _form(request, person, status, question=question, refused=refused)
    try:
        if what == "topic":
            topic = shelf.topics[_index(which, len(shelf.topics))]
            id = _open(request, person, topic.question, topic.papers)
        else:
            id = _open(request, person, question, shelf.papers, FORM, PLACE)
    except InputError as error:
        return _form(
            request, person, 422, question=question, problem=str(error),
            before=error.id if isinstance(error, AskedBefore) else "",
        )  # fmt: skip
    return redirect(f"/writing/{id}")


@router.post("/demo")
def begin_demo(
    request: Request,
    person: CurrentPerson,
    topic: Annotated[int, Form(ge=0, le=1000)],
) -> Response:
    """Begin with a question of the demonstration and its papers."""
    one = topics()[_index(str(topic), len(topics()))]
    try:
        id = _open(request, person, one.question, one.papers)
    except AskedBefore as error:
        return _form(request, person, 422, problem=str(error), before=error.id)
    return redirect(f"/writing/{id}")


def _take_in(
    request: Request, person: Who, given: list[tuple[str, bytes]], *, ends: bool
) -> list[str]:
    """Add the papers of files to the person's shelf; a message for each that is refused.

    `ends`: the form asks for nothing else.
    """
    if not given:
        return []
    studio = studio_of(request)
    try:
        with jobs_of(request).readers.turn(person.id):
            with studio.database.reading() as transaction:
                before = read_shelf(transaction, person.id)
            after, refused = added(before, given, studio.settings.limits)
    except InputError as error:
        return [str(error)]
    with studio.database.writing() as transaction:
        # Reading takes its time, and the shelf may have changed in another tab.
        here = read_shelf(transaction, person.id)
        known = {paper.id for paper in (*before.papers, *here.papers)}
        papers = tuple(paper for paper in after.papers if paper.id not in known)
        asked = tuple(one for one in after.topics if one not in (*before.topics, *here.topics))
        keep_shelf(transaction, person.id, Shelf((*here.papers, *papers), (*here.topics, *asked)))
        if ends:
            carried_out(transaction, request, "/writing/new")
    return refused


def _index(which: str, length: int) -> int:
    if not (which.isascii() and which.isdigit() and int(which) < length):
        raise InputError("This question is not here any more: load the page again.")
    return int(which)


def _open(
    request: Request,
    person: Who,
    question: str,
    papers: tuple[Paper, ...],
    *places: str,
) -> str:
    """A new session whose draft is being written; `places` are the autosaved forms to delete."""
    studio = studio_of(request)
    question = question.strip()
    if not question:
        raise InputError("Write the question that the answer is to be about.")
    if len(question) > LONGEST_QUESTION:
        raise InputError(
            f"The question has {len(question):,} characters, and {LONGEST_QUESTION:,} are taken."
        )
    if not papers:
        raise InputError("Add at least one paper: the answer is written from them.")
    chosen = studio.settings.retriever
    searcher = open_searcher(passages(papers), chosen)
    settings = {
        # The retriever chosen by "auto" is stored, so that a restart does not choose another one.
        "retriever": searcher.name.partition(" ")[0] if chosen == "auto" else chosen,
        "temperature": str(TEMPERATURE),
        "prompts": WRITING.fingerprint(),
        "tamis": __version__,
    }
    with studio.database.writing() as transaction:
        before = asked_before(transaction, person.id, question)
        models = studio.settings.models
        if before is not None and models:
            raise AskedBefore(before.id)
        model, alias = draw(transaction, person.id, question, models)
        if model == Respondent.name:
            settings.pop("temperature")
        titles = tuple(paper.title for paper in papers)
        opened = Opened(question, titles, model, searcher.name, settings)
        id = session_store.create(transaction, person.id, opened, papers, alias)
        forget_unsent(transaction, person.id, *places)
        carried_out(transaction, request, f"/writing/{id}")
    jobs = jobs_of(request)
    jobs.remember(id, searcher)
    jobs.begin(id)
    return id


def _form(
    request: Request,
    person: Who,
    status: int = 200,
    *,
    question: str = "",
    problem: str = "",
    refused: list[str] | None = None,
    before: str = "",
) -> Response:
    with studio_of(request).database.reading() as transaction:
        shelf = read_shelf(transaction, person.id)
    return page(
        request,
        "writing/new.html",
        status,
        question=question,
        problem=problem,
        refused=refused or [],
        before=before,
        shelf=shelf,
        topics=topics(),
        longest=LONGEST_QUESTION,
    )
