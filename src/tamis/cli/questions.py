"""`tamis questions`: collect questions that related-work sections answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from tamis.bad_input import absent
from tamis.cli._model_calls import Tally, model_options
from tamis.cli._progress import status_line
from tamis.text.shown import clean, counted
from tamis.types import InputError

_PATH = click.Path(path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def questions() -> None:
    """Collect questions with the papers that answer them: find, propose, check, accept.

    Run the four commands in this order; a person reviews the questions before `accept`.
    """


@questions.command()
@click.argument("papers", nargs=-1, required=True, type=_PATH)
@click.option("--out", type=_FOLDER, required=True, help="The folder for all files.")
@click.option(
    "--rule",
    type=click.Choice(["A.6", "3.1"]),
    default="A.6",
    show_default=True,
    help="A.6: 4 cited papers available, at most 30% missing. 3.1: 4 cited, at most one missing.",
)
@click.option(
    "--at-least", type=click.IntRange(min=1), help="Instead of the rule's 4 cited papers."
)
@click.option(
    "--missing-share",
    type=click.FloatRange(0, 1),
    help="Instead of the rule's share of missing papers.",
)
@click.option(
    "--missing-most",
    type=click.IntRange(min=0),
    help="Instead of the rule's number of missing papers.",
)
@click.option(
    "--available",
    type=_FILE,
    help="A file with the ids of available papers, one per line  [those in PAPERS].",
)
def find(
    papers: tuple[Path, ...],
    out: Path,
    rule: str,
    at_least: int | None,
    missing_share: float | None,
    missing_most: int | None,
    available: Path | None,
) -> None:
    """Find the related-work paragraphs of PAPERS, and keep those whose cited papers are available.

    PAPERS are files in S2ORC's formats, or folders of them. A cited paper is available if its
    full text is in the same files. The rules are those of KIWI, A.6 and §3.1; an accepted
    question always needs four papers, whatever --at-least says.
    """
    from tamis.collect.questions import files, paragraph_search, summary
    from tamis.collect.questions.files import Folder
    from tamis.collect.questions.paragraphs import RULES

    changed: dict[str, Any] = {
        name: value
        for name, value in (
            ("at_least", at_least),
            ("missing_share", missing_share),
            ("missing_most", missing_most),
        )
        if value is not None
    }
    chosen = replace(RULES[rule], **changed)
    if changed:
        chosen = replace(chosen, name=f"{rule}, changed")
    folder = Folder(out)
    with status_line() as say:
        ids = None if available is None else paragraph_search.read_ids(available)
        found = paragraph_search.find(papers, chosen, ids, say)
        texts = paragraph_search.texts(papers, found.cited, say)
    files.write_texts(folder.papers, texts.values())
    files.write_dropped(folder.dropped, found.dropped)
    files.write_paragraphs(folder.paragraphs, found.kept)
    counts = {
        "papers": found.papers,
        "repeated": found.repeated,
        "no full text": found.textless,
        "no related-work section": found.without,
        "records not read": len(found.bad),
        "paragraphs found": len(found.kept) + len(found.dropped),
        "paragraphs dropped": len(found.dropped),
        "paragraphs kept": len(found.kept),
        "cited papers available": len(found.cited),
        "their texts found": len(texts),
    }
    folder.record("find", {"rule": asdict(chosen), "counts": counts, "dropped": dict(found.drops)})
    for line in summary.found(found, counts):
        click.echo(line)
    click.echo(f"{folder.paragraphs}: {len(found.kept)} paragraphs.")


@questions.command()
@click.argument("folder", type=_FOLDER)
@model_options
@click.option(
    "--keyword",
    "keywords",
    multiple=True,
    metavar="WORDS",
    help="Also drop questions with these words; may be given several times.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N paragraphs."
)
def propose(folder: Path, keywords: tuple[str, ...], limit: int | None, **options: Any) -> None:
    """Let a model propose five questions for each paragraph in FOLDER (temperature 1).

    Questions that have one of the keywords that KIWI names ("this paper", "mentioned", "author",
    "authors"), or of yours, are dropped, counted and kept with the keyword: a person may still
    accept one that stands alone. The same command continues after a stop; no call is repeated. Exit
    code 1: calls to the model failed.
    """
    import asyncio

    from tamis.collect.questions import files, question_proposals, summary
    from tamis.collect.questions.files import Folder
    from tamis.collect.questions.prompts import fingerprint
    from tamis.reading.kept_replies import Replies

    place = Folder(folder)
    paragraphs = files.read_paragraphs(place.require(place.paragraphs, "find"))[:limit]
    if not paragraphs:
        raise InputError(
            f"{place.paragraphs} has no paragraphs; run `tamis questions find` with another rule."
        )
    wording = _wording(options["prompts"])
    tally = Tally()
    with status_line() as say:
        found = asyncio.run(
            question_proposals.propose(
                paragraphs,
                tally.limit(options, question_proposals.TEMPERATURE),
                options["model"],
                folder=wording,
                keywords=keywords,
                replies=Replies(place.replies),
                at_once=options["max_connections"],
                say=say,
            )
        )
    files.write_proposed(place.proposed, found.questions)
    dropped = Counter(one.keyword for one in found.questions if one.keyword)
    place.record(
        "propose",
        {
            "model": options["model"],
            "temperature": question_proposals.TEMPERATURE,
            "prompts": fingerprint(wording),
            "paragraphs": len(paragraphs),
            "replies": dict(found.replies),
            "beyond": found.beyond,
            "questions": len(found.questions),
            "keywords": dict(dropped),
        },
    )
    click.echo(f"{counted(len(paragraphs), 'paragraph')}; replies: {_listed(found.replies)}.")
    if found.beyond:
        click.echo(f"{counted(found.beyond, 'question')} after the fifth left out.")
    for line in summary.shares_of(found.questions, checked=False):
        click.echo(line)
    for line in _by_keyword(dropped):
        click.echo(line)
    click.echo(f"{place.proposed}: {counted(len(found.questions), 'question')}.")
    tally.end(found.reasons)


@questions.command()
@click.argument("folder", type=_FOLDER)
@model_options
def check(folder: Path, **options: Any) -> None:
    """Let a model judge for each question in FOLDER whether its paragraph answers it.

    Writes review.jsonl, and the same as review.csv, in which a person ticks the boxes of each
    question and signs; what is already filled in is kept. The replies No and Partially drop a
    question; an unreadable reply does not. Exit code 1: calls to the model failed.
    """
    import asyncio

    from tamis.collect.questions import files, question_proposals, sheet, summary
    from tamis.collect.questions.files import Folder
    from tamis.collect.questions.prompts import fingerprint
    from tamis.reading.kept_replies import Replies

    place = Folder(folder)
    proposed = files.read_review(place.require(place.proposed, "propose"))
    before = files.read_review(place.review) if place.review.exists() else ()
    # Raises an error if marks would be lost, before the model is called.
    files.with_marks(place.review, proposed, before)
    before = sheet.merged(place.sheet, before)
    files.with_marks(place.sheet, proposed, before)
    wording = _wording(options["prompts"])
    tally = Tally()
    with status_line() as say:
        found, reasons = asyncio.run(
            question_proposals.check(
                proposed,
                tally.limit(options, 0),
                options["model"],
                folder=wording,
                replies=Replies(place.replies),
                at_once=options["max_connections"],
                say=say,
            )
        )
    review = files.with_marks(place.review, found, before)
    files.write_review(place.review, review)
    sheet.write_review_sheet(place.sheet, review)
    outcomes = Counter(one.answerable or "not asked" for one in found)
    place.record(
        "check",
        {
            "model": options["model"],
            "temperature": 0,
            "prompts": fingerprint(wording),
            "outcomes": dict(outcomes),
        },
    )
    click.echo(f"{counted(len(found), 'question')}: {_listed(outcomes)}.")
    for line in summary.shares_of(found, checked=True):
        click.echo(line)
    left = sum(not one.dropped for one in found)
    if dropped := Counter(one.keyword for one in found if one.keyword):
        click.echo("Dropped for a keyword; a person may still accept those that stand alone:")
        for line in _by_keyword(dropped):
            click.echo(line)
    click.echo(
        f"{place.review} and {place.sheet.name}: {left} of {len(found)} questions for a person to "
        f"review, then `tamis questions accept {folder}`."
    )
    tally.end(reasons)


@questions.command()
@click.argument("folder", type=_FOLDER)
@click.option("--sheet", type=_FILE, help="The filled-in CSV  [FOLDER/review.csv].")
@click.option(
    "--papers",
    multiple=True,
    type=_PATH,
    help="More files or folders with texts of cited papers; may be given several times.",
)
def accept(folder: Path, sheet: Path | None, papers: tuple[Path, ...]) -> None:
    """Write the questions that a person has accepted, with their papers, to accepted.jsonl.

    Reads what was filled into review.jsonl and review.csv. A question is accepted if every box is
    ticked and a person has signed; one that is not answered by its paragraph must also have been
    reworded. Accepted questions with a keyword are counted apart.
    """
    from tamis.collect.questions import accepted_questions, files, paragraph_search
    from tamis.collect.questions.files import Folder
    from tamis.collect.questions.sheet import merged

    place = Folder(folder)
    if sheet is not None and not sheet.exists():
        raise absent(f"--sheet {sheet}", "give the filled-in CSV")
    source = place.require(place.review, "check")
    proposed = merged(sheet or place.sheet, files.read_review(source))
    texts = files.read_texts(place.require(place.papers, "find"))
    try:
        findings, counts = accepted_questions.reviewed_in(proposed)
        wanted = {
            paper.id
            for one in findings
            if one.accepted
            for paper in one.papers
            if paper.available and paper.id not in texts
        }
        if wanted and papers:
            texts |= paragraph_search.texts(papers, wanted)
        accepted = accepted_questions.write_accepted(place.accepted, findings, texts)
    except InputError as error:
        sheet = sheet or place.sheet
        where = f"{source} or {sheet}" if sheet.exists() else str(source)
        raise InputError(f"{where}: {error}") from error
    despite = Counter(one.keyword for one in findings if one.accepted and one.keyword)
    place.record(
        "accept",
        {
            "outcomes": dict(counts),
            "keywords": dict(despite),
            "reviewers": _reviewers(findings),
        },
    )
    for what, count in counts.items():
        click.echo(f"{count}  {what}")
        for line in _by_keyword(despite) if what == "accepted with a keyword" else ():
            click.echo(line)
    pairs = sum(len(one.papers) for one in accepted)
    mean = f", {pairs / len(accepted):.1f} papers on average" if accepted else ""
    click.echo(f"{place.accepted}: {counted(len(accepted), 'question')}{mean}.")


def _listed(counts: Counter[Any]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.most_common()) or "none"


def _by_keyword(counts: Counter[str]) -> list[str]:
    return [f"  {count}  {clean(keyword)}" for keyword, count in counts.most_common()]


def _reviewers(findings: Sequence[Any]) -> dict[str, int]:
    return dict(Counter(one.by for one in findings))


def _wording(prompts: Path | None) -> str | None:
    return None if prompts is None else str(prompts)


@questions.command()
@click.argument("file", type=_FILE)
@click.option(
    "--preferences",
    type=_FILE,
    required=True,
    help="A CSV with person, topic and preference: a whole number, the higher the better; without "
    "a line, or with 0, a person gets the topic only where nobody else is left.",
)
@click.option("--out", type=_FOLDER, required=True, help="The folder for each person's questions.")
@click.option(
    "--each",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many people write on a question.",
)
@click.option(
    "--most", type=click.IntRange(min=1), help="Most questions of one person  [all as many]."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of what is equal.")
def assign(
    file: Path, preferences: Path, out: Path, each: int, most: int | None, seed: int
) -> None:
    """Assign the questions in FILE to writers by the topics they prefer (KIWI, §3.2).

    FILE has questions with their papers, and a field topic or track. Nobody gets a question twice.
    Each person's file is added in the studio, under "New session".
    """
    from tamis.collect.questions import assignment

    records, topics = assignment.read_topics(file)
    liking = assignment.read_preferences(preferences)
    if unknown := sorted({topic for liked in liking.values() for topic in liked} - set(topics)):
        click.echo(f"no question has the topic {', '.join(unknown)}", err=True)
    made = assignment.assign(topics, liking, each, most, seed)
    for path in assignment.write(out, records, made):
        click.echo(f"written: {path}")
    liked = Counter(one.preference for one in made.given)
    by = ", ".join(f"{liked[much]} by preference {much}" for much in sorted(liked, reverse=True))
    click.echo(f"{out / 'assignments.csv'}: {len(made.given)} assigned ({by})")
    if made.open:
        click.echo(f"places left: {made.open}; more people or a higher --most are needed.")
        raise SystemExit(1)
