"""The pages of annotating: the list of projects, and a project."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import select

from tamis.studio.annotating import (
    adjudication_page,
    demo,
    list_pages,
    owner_pages,
    progress,
    project_store,
    rater_pages,
)
from tamis.studio.annotating.common import Id, kind_of, project_for
from tamis.studio.annotating.exchange import file_pages as exchange
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.annotating.rater_agreement import agreement, differ, units
from tamis.studio.database.schema import Adjudication, Item, Project, ProjectMember
from tamis.studio.people.access import CurrentPerson, Db
from tamis.studio.templating import page

router = APIRouter(prefix="/annotating")


@router.get("")
def index(request: Request, person: CurrentPerson, database: Db) -> Response:
    """The projects in which the person annotates; for an owner all."""
    with database.reading() as transaction:
        mine = select(ProjectMember.project_id).where(ProjectMember.person_id == person.id)
        wanted = select(Project).order_by(Project.closed_at.is_not(None), Project.created_at.desc())
        if not person.owner:
            wanted = wanted.where(Project.id.in_(mine))
        projects = transaction.scalars(wanted).all()
        member_of = set(transaction.scalars(mine))
        done = {
            project.id: progress.finished_by(transaction, project, person)
            for project in projects
            if project.id in member_of
        }
        so_far = progress.of_projects(transaction, projects)
        unsettled = {
            project.id: len(list_pages.disputed(transaction, project)[0])
            for project in projects
            if person.owner
            and so_far[project.id].ended
            and project.closed_at is None
            and project.kind in KINDS
        }
    return page(
        request,
        "annotating/index.html",
        projects=projects,
        kinds=KINDS,
        progress=so_far,
        member_of=member_of,
        done=done,
        unsettled=unsettled,
    )


router.include_router(owner_pages.router)
router.include_router(demo.router)


@router.get("/{id}")
def project_page(
    request: Request,
    person: CurrentPerson,
    database: Db,
    id: Id,
    nothing: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """A project with its progress; for an owner also the people and their agreement."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind = kind_of(project)
        so_far = progress.of_projects(transaction, [project])[id]
        people = progress.of_people(transaction, project)
        member = project_store.is_member(transaction, id, person.id)
        left = progress.left_for(transaction, project, person) if member else 0
        own = next((one for one in people if one.id == person.id), None)
        context: dict[str, Any] = {"mine": own}
        if person.owner:
            labelled = units(transaction, project)
            settled = set(
                transaction.scalars(
                    select(Adjudication.item_id)
                    .join(Item, Item.id == Adjudication.item_id)
                    .where(Item.project_id == id)
                )
            )
            raters = people + progress.of_imported(transaction, project)
            context |= {
                "people": raters,
                "labels": sum(one.done for one in raters),
                "members": project_store.members(transaction, id),
                "everyone": owner_pages.active_people(transaction),
                "agreement": agreement(kind, labelled),
                "differing": sum(
                    unit.item_id not in settled
                    and len(unit.people) > 1
                    and differ(kind, unit.people.values())
                    for unit in labelled
                ),
                "settled": len(settled),
                "models": sorted({name for unit in labelled for name in unit.models}),
                "by_models": sum(len(unit.models) for unit in labelled),
            }
    return page(
        request,
        "annotating/project.html",
        project=project,
        kind=kind,
        progress=so_far,
        spent=progress.spent,
        member=member,
        left=left,
        nothing=bool(nothing),
        **context,
    )


router.include_router(rater_pages.router)
router.include_router(list_pages.router)
router.include_router(adjudication_page.router)
router.include_router(exchange.router)
