"""Requests for browsing: surveys, deals, reports and figures; without a store all lists are empty."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from yomikiri.store import OUTCOMES
from yomikiri.web import reports
from yomikiri.web.library import Deals, ReportNames, ReportOut, SurveyOut, Surveys
from yomikiri.web.models import Problem
from yomikiri.web.play import PROBLEMS, service_of
from yomikiri.web.problems import problem

MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is none of that name."},
    503: {"model": Problem, "description": "The store cannot be read."},
}
MOST_DEALS = 500

router = APIRouter(prefix="/api", responses=PROBLEMS | MISSING)

SurveyId = Annotated[str, Path(min_length=1, max_length=64, description="The id of a survey.")]
Name = Annotated[str, Path(min_length=1, max_length=64, description="The name of a report.")]
FigureName = Annotated[str, Path(min_length=1, max_length=64, description="The name of a figure.")]
Count = Annotated[int | None, Query(ge=0, le=2**63 - 1)]
Measure = Annotated[Literal["length", "expanded"], Query(description="What least and most are of.")]
OutcomeName = Annotated[str | None, Query(description=f"One of {', '.join(OUTCOMES)}.", max_length=20)]


@router.get("/surveys", response_model=Surveys, summary="The surveys of the store")
def surveys(request: Request) -> JSONResponse:
    return JSONResponse(service_of(request).browser.surveys())


@router.get("/surveys/{survey}", response_model=SurveyOut, summary="A survey: estimate, spreads, histograms")
def one_survey(survey: SurveyId, request: Request) -> JSONResponse:
    found = service_of(request).browser.survey(survey)
    return problem(404, "there is no such survey") if found is None else JSONResponse(found)


@router.get(
    "/surveys/{survey}/deals", response_model=Deals, summary="Deals of a survey, to open on the board"
)
def deals(
    survey: SurveyId,
    request: Request,
    outcome: OutcomeName = None,
    measure: Measure = "length",
    least: Count = None,
    most: Count = None,
    offset: Annotated[int, Query(ge=0, le=2**63 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_DEALS)] = 50,
) -> JSONResponse:
    found = service_of(request).browser.deals(
        survey, outcome=outcome, measure=measure, least=least, most=most, offset=offset, limit=limit
    )
    return problem(404, "there is no such survey") if found is None else JSONResponse(found)


@router.get("/reports", response_model=ReportNames, summary="The reports there are")
def report_names(request: Request) -> JSONResponse:
    browser = service_of(request).browser
    return JSONResponse({"store": browser.store is not None, "reports": reports.names(browser)})


@router.get("/reports/{name}", response_model=ReportOut, summary="A report: text, tables, names of figures")
def one_report(name: Name, request: Request) -> JSONResponse:
    found = reports.report(name, service_of(request).browser)
    return problem(404, "there is no such report") if found is None else JSONResponse(found)


@router.get(
    "/reports/{name}/{figure}.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The figure."}},
    summary="A figure of a report",
)
def figure(name: Name, figure: FigureName, request: Request) -> Response:
    found = reports.figure(name, figure, service_of(request).browser)
    if found is None:
        return problem(404, "there is no such figure")
    return Response(found, media_type="image/svg+xml")
