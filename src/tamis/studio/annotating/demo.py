"""The demonstration's project: turns of KIWI's mini data that a second person has rated."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response

from tamis.inputs.json_records import shipped_rows
from tamis.studio.annotating import project_store
from tamis.studio.annotating.kinds import Seed
from tamis.studio.annotating.kinds.kiwi_rating import KIND
from tamis.studio.database.schema import Project
from tamis.studio.people.access import Config, Db, Owner
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, redirect

router = APIRouter()

NAME = "Second ratings of the mini data"


@router.post("/demo")
def make_demo(request: Request, person: Owner, database: Db, settings: Config) -> Response:
    """Create a project to try: the person is the second rater of each item."""
    if not settings.demo:
        raise HTTPException(404)
    with database.writing() as transaction:
        made = project_store.create_project(
            transaction, person.id, KIND.name, NAME, raters=2, seeds=mini_seeds()
        )
        project_store.set_members(transaction, transaction.get_one(Project, made.id), [person.id])
        carried_out(transaction, request, f"/annotating/{made.id}")
    flash(
        request,
        "The project is made: somebody has rated each of its items, and you are the other rater.",
    )
    return redirect(f"/annotating/{made.id}")


def mini_seeds() -> list[Seed]:
    """The turns of the mini sessions that have a second rating, with it."""
    second = {(one["session"], one["turn"]): one for one in _rows("second_ratings.jsonl")}
    seeds = []
    for number, row in enumerate(_rows("interactions.jsonl"), 1):
        where = f"the mini data, session {number}"
        for record in KIND.expand(row, number, where):
            said = second.get((number, int(record["turn"])))
            if said is not None:
                known = {"annotator_id": said["annotator_id"], "second_rating": said["rating"]}
                seeds.append(KIND.read({**record, **known}, where))
    return seeds


def _rows(name: str) -> list[dict[str, Any]]:
    return shipped_rows("tamis.benchmarks.kiwi", "mini", name)
