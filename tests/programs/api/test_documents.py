"""The two documents are what they say they are, and say what is so."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from jsonschema import Draft7Validator, Draft202012Validator
from ninja import Schema
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from accounts.models import User
from games.compete.tournaments.robin.running import MAX_ABSENCE
from games.core.notation import parse_cell
from games.core.rules import Ruleset
from games.learn.puzzles.export import puzzles_data
from games.learn.puzzles.making import add_from_table
from games.live import limits
from games.models import BotConditions, Game, Puzzle, Round, Tournament
from games.people.profiles.export.games import games_data
from games.people.profiles.export_views import encode
from games.programs.api.documents import views
from games.programs.api.documents.asyncapi import CHANNELS, SCHEMAS
from games.programs.api.documents.examples import EXAMPLES
from games.programs.api.documents.openapi import document_of
from games.programs.api.published_limits import BY_NAME
from games.protocol import arenas, messages
from games.protocol.frames import FromServer
from mnk import Client
from tests.learn.puzzles.boards import TINY
from tests.play.game.test_consumer import connected
from tests.stored import new_game, play
from tictactoe_site.common.limiters.in_cache import CachedBuckets
from tictactoe_site.common.limiters.in_memory import TokenBuckets

pytestmark = pytest.mark.django_db(transaction=True)
LIMITS = (TokenBuckets, CachedBuckets)
# No program meets these: its requests are other ones, or pages.
OF_PEOPLE = {
    "cards",
    "explain",
    "explain-address",
    "games-of-workshop",
    "looks",
    "notices",
    "offline-games",
    "position",
    "position-address",
    "push-devices",
    "push-tests",
    "puzzle",
    "puzzle-address",
    "puzzle-search",
    "puzzle-search-address",
    "review",
    "walk",
    "walk-address",
    "workshop-codes",
    "workshop-files",
}
SPECIFICATION = Path(__file__).with_name("fixtures") / "asyncapi-3.1.0.json"


@pytest.fixture
def openapi(client) -> dict:
    return client.get("/api/openapi.json").json()


@pytest.fixture
def asyncapi(client) -> dict:
    return client.get("/api/asyncapi.json").json()


def ways(document):
    for path, methods in document["paths"].items():
        for method in methods.keys() & {"get", "post", "delete"}:
            yield path, method, methods[method]


def test_openapi_is_valid(openapi):
    assert openapi["openapi"].startswith("3.1")
    validate(openapi, cls=OpenAPIV31SpecValidator)


def test_openapi_names_every_way_its_scope_and_its_problems(openapi):
    assert {"/api/v1/games/{uid}/moves", "/api/v1/events"} <= openapi["paths"].keys()
    for path, method, way in ways(openapi):
        if path == "/api/v1/puzzles.ndjson":
            assert way["security"] == []  # for everybody
        else:
            ((scope,),) = (need["token"] for need in way["security"])
            assert scope in ("read", "play", "challenge", "lab"), (path, method)
        refused = {status: answer for status, answer in way["responses"].items() if status > "3"}
        assert {"400", "401", "403", "429", "503"} <= refused.keys(), (path, method)
        assert {kind for one in refused.values() for kind in one["content"]} == {
            "application/problem+json"
        }


def test_the_examples_are_what_is_taken(openapi):
    schemas = openapi["components"]["schemas"]
    bodies = [way["requestBody"]["content"] for _, _, way in ways(openapi) if "requestBody" in way]
    assert len(bodies) == 11
    for body in bodies:
        name = body["application/json"]["schema"]["$ref"].rpartition("/")[2]
        schema = {**schemas[name], "components": {"schemas": schemas}}
        Draft202012Validator(schema).validate(schemas[name]["example"])


def test_asyncapi_is_valid(asyncapi):
    Draft7Validator(json.loads(SPECIFICATION.read_text())).validate(asyncapi)
    assert {channel["address"] for channel in asyncapi["channels"].values()} == {
        channel.address for channel in CHANNELS
    }


def test_asyncapi_has_every_message(asyncapi):
    told = {
        kind.__name__
        for kind in (*vars(arenas).values(), *vars(messages).values())
        if isinstance(kind, type) and issubclass(kind, FromServer) and kind is not FromServer
    }
    assert told <= asyncapi["components"]["messages"].keys()
    schemas = asyncapi["components"]["schemas"]
    state = {"$ref": "#/components/schemas/RoundState"}
    assert state in schemas["GameMessage"]["properties"]["round"]["anyOf"]
    assert {"uid", "number", "pool", "halves"} <= schemas["RoundState"]["properties"].keys()


def test_asyncapi_says_what_the_uid_in_an_address_names(asyncapi):
    told = {
        name: channel["parameters"]["uid"]["description"]
        for name, channel in asyncapi["channels"].items()
        if "parameters" in channel
    }
    assert told == {
        "game": "The game’s name in its address.",
        "gameSocket": "The game’s name in its address.",
        "duelSocket": "The duel’s name in its address.",
        "arenaSocket": "The arena’s name in its address.",
    }


async def test_the_frames_of_a_game_are_as_asyncapi_has_them(async_client, alice, bob):
    asyncapi = json.loads((await async_client.get("/api/asyncapi.json")).content)
    components = asyncapi["components"]
    names = {message["name"]: name for name, message in components["messages"].items()}
    game = await sync_to_async(new_game)(alice, bob)
    heard = set()

    async def hear(socket, *kinds):
        for kind in kinds:
            while True:
                frame = json.loads(await socket.receive_from(timeout=30))
                found = {**components["schemas"][names[frame["type"]]], "components": components}
                Draft202012Validator(found).validate(frame)
                heard.add(frame["type"])
                if frame["type"] == kind:
                    break

    path = f"/ws/games/{game.uid}/"
    async with connected(path, alice) as x, connected(path, bob) as o:
        await hear(x, "game")
        await hear(o, "game")
        await x.say(type="play", ply=0, cell=4, id="1")
        await hear(o, "moved")
        await x.say(type="say", text="Hello")
        await hear(o, "said")
        await o.say(type="listen")
        await hear(o, "chat")
        await o.say(type="play", ply=1, cell=4)
        await hear(o, "refused")
        await o.say(type="ping")
        await hear(o, "pong")
        await o.say(type="offer", what="draw")
        await hear(x, "offered")
        await x.say(type="answer", what="draw", yes=True)
        await hear(o, "ended")
    assert {"game", "moved", "said", "chat", "refused", "pong", "offered", "ended"} <= heard


def test_openapi_says_what_the_fields_of_a_problem_are(openapi):
    told = openapi["components"]["schemas"]["Problem"]["description"]
    assert "`key` names the limit" in told
    assert "`seconds` says how long to wait" in told


def test_every_limit_that_a_429_can_name_is_in_the_table(program):
    shown = {limit["name"] for limit in program.get("limits").json()}
    assert shown == BY_NAME.keys()


def test_every_limit_of_games_is_in_the_table_or_met_by_people_only():
    named = {limit.name for limit in vars(limits).values() if isinstance(limit, LIMITS)}
    assert named - BY_NAME.keys() == OF_PEOPLE


def test_the_reference_shows_every_way_message_limit_and_code(client, openapi, asyncapi):
    page = client.get("/api/").content.decode()
    for path, _, _ in ways(openapi):
        assert f"<code>{path}</code>" in page
    for message in asyncapi["components"]["messages"].values():
        assert f"<code>{message['name']}</code>" in page
    for name in BY_NAME:
        assert f"<code>{name}</code>" in page
    assert "<code>stale_ply</code>" in page
    assert "curl -H &quot;Authorization: Bearer $MNK_TOKEN&quot;" in page
    assert "<script>" not in page
    assert 'style="' not in page


def test_operations_have_names_of_their_own_that_people_can_read(openapi):
    names = [way["operationId"] for _, _, way in ways(openapi)]
    assert len(set(names)) == len(names)
    assert {"move", "game", "seek_round", "play_level", "events", "stream"} <= set(names)
    assert all("games_api" not in name for name in names)


def test_the_client_has_a_method_for_each_operation(openapi):
    names = {way["operationId"] for _, _, way in ways(openapi)}
    methods = {name for name, value in vars(Client).items() if callable(value)}
    assert {name for name in methods if not name.startswith("_")} - {"close", "pause"} == names


def test_it_is_said_how_long_a_break_may_be_in_a_round_robin(openapi):
    minutes = f"{MAX_ABSENCE.seconds // 60} minutes"
    told = {way["operationId"]: way["description"] for _, _, way in ways(openapi)}
    assert minutes in told["pause_in_tournament"]
    assert minutes in (Client.pause_in_tournament.__doc__ or "")


def test_fields_with_a_few_words_name_them(openapi):
    schemas = openapi["components"]["schemas"]

    def words(schema, field) -> set:
        found = schemas[schema]["properties"][field]
        found = schemas[found["$ref"].rpartition("/")[2]] if "$ref" in found else found
        return set(found["enum"])

    assert words("GameMessage", "status") == {"open", "ongoing", "finished"}
    assert words("GameMessage", "outcome") == {"", "x", "o", "draw"}
    assert words("GameMessage", "termination") == set(Game.Termination.values)
    assert words("GameMessage", "first") == {"x", "o"}
    assert words("GameMessage", "opponent") == set(Game.Opponent.values)
    assert words("Seat", "kind") == set(User.Kind.values)
    assert words("RoundState", "state") == {*Round.State.values, "annulled"}
    assert words("Conditions", "opponents") == set(BotConditions.Opponents.values)
    assert words("TournamentState", "state") == set(Tournament.State.values)
    assert words("TournamentState", "kind") == set(Tournament.Kind.values)
    assert words("TournamentState", "admits") == set(Tournament.Admits.values)
    assert words("PuzzleRecord", "theme") == set(Puzzle.Theme.values)
    assert words("PuzzleRecord", "proof") == set(Puzzle.Proof.values)


def test_a_game_has_a_schema_and_it_is_one(openapi, program, game):
    schemas = openapi["components"]["schemas"]
    answer = openapi["paths"]["/api/v1/games/{uid}"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/GameMessage")
    schema = {**schemas["GameMessage"], "components": openapi["components"]}
    Draft202012Validator(schema).validate(program.get(f"games/{game.uid}").json())


def test_the_lines_of_streams_and_exports_have_schemas(openapi):
    lines = {}
    for path, _, way in ways(openapi):
        for kind, content in way["responses"].get("200", {}).get("content", {}).items():
            if kind == "application/x-ndjson":
                lines[path] = content["schema"]["contentSchema"]
    assert lines.keys() == {
        "/api/v1/events",
        "/api/v1/games/{uid}/stream",
        "/api/v1/export/games",
        "/api/v1/puzzles.ndjson",
    }
    events = {one["$ref"].rpartition("/")[2] for one in lines["/api/v1/events"]["oneOf"]}
    assert events == {"WaitingMessage", "NoticeMessage"}


def test_exported_lines_are_as_their_schemas_have_them(openapi, bot, bob):
    play(new_game(bot, bob), (0, 3, 1, 4, 2))
    add_from_table(TINY)
    lines = {"OwnGameRecord": games_data(bot), "PuzzleRecord": puzzles_data()}
    for name, written in lines.items():
        schema = {
            **openapi["components"]["schemas"][name],
            "components": openapi["components"],
        }
        found = [json.loads(encode(line)) for line in written]
        assert found
        for line in found:
            Draft202012Validator(schema).validate(line)


def test_the_examples_of_messages_are_messages(openapi, asyncapi):
    shown = 0
    for document in (openapi, asyncapi):
        for schema in document["components"]["schemas"].values():
            for example in schema.get("examples", ()):
                whole = {**schema, "components": document["components"]}
                Draft202012Validator(whole).validate(example)
                shown += 1
    assert shown == 2 * len(EXAMPLES)


def test_it_is_said_how_cells_are_numbered(client, openapi, asyncapi):
    sentence = "row by row from the top left"
    page = client.get("/api/").content.decode()
    for text in (openapi["info"]["description"], asyncapi["info"]["description"], page):
        assert sentence in text
    assert "3×3 the first cell is 0 or a3" in page
    ruleset = Ruleset(3, 3, 3)
    assert [parse_cell(ruleset, name) for name in ("a3", "b2", "c1")] == [0, 4, 8]


def test_no_two_schemas_share_a_name():
    """Of two with one name the framework would tell only one."""

    def below(kind):
        for one in kind.__subclasses__():
            yield from (one, *below(one))

    ours = [
        kind.__name__
        for kind in set(below(Schema))
        if kind.__module__.startswith("games.programs.api")
    ]
    names = [*ours, *SCHEMAS]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_the_first_who_asks_for_a_document_makes_it_for_all(monkeypatch, rf):
    made = []

    def make(*given: object) -> dict[str, object]:
        made.append(given)
        return document_of(*given)

    views._openapi.cache_clear()
    monkeypatch.setattr(views, "document_of", make)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: views.openapi(rf.get("/")), range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len(made) == 1
