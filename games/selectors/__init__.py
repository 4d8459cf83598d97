"""The reads: what pages and sockets show of users and games. Nothing here writes."""

from games.selectors.activity import Activity, activity_of
from games.selectors.chat import chat_beside, chat_for, reportable_users
from games.selectors.export import chat_data, game_data, games_data, reports_data
from games.selectors.head_to_head import HeadToHead, head_to_head
from games.selectors.history import Filters, history_page, sizes_of
from games.selectors.live import (
    LiveGame,
    LiveGames,
    live_games,
    live_games_json,
    live_games_of,
)
from games.selectors.lobby import OwnGames, featured_game, open_games_rows, own_games
from games.selectors.pages import GamesPage, Start
from games.selectors.profiles import Profile, player_called, profile_games_page, profile_of
from games.selectors.results import BoardResults, Results
from games.selectors.review import ReviewedGame, game_of, review_of
from games.selectors.waiting import (
    WaitingGames,
    challenges_to,
    waiting_of,
    waiting_uids,
    wants_turn_mail,
)

__all__ = [
    "Activity",
    "BoardResults",
    "Filters",
    "GamesPage",
    "HeadToHead",
    "LiveGame",
    "LiveGames",
    "OwnGames",
    "Profile",
    "Results",
    "ReviewedGame",
    "Start",
    "WaitingGames",
    "activity_of",
    "challenges_to",
    "chat_beside",
    "chat_data",
    "chat_for",
    "featured_game",
    "game_data",
    "game_of",
    "games_data",
    "head_to_head",
    "history_page",
    "live_games",
    "live_games_json",
    "live_games_of",
    "open_games_rows",
    "own_games",
    "player_called",
    "profile_games_page",
    "profile_of",
    "reportable_users",
    "reports_data",
    "review_of",
    "sizes_of",
    "waiting_of",
    "waiting_uids",
    "wants_turn_mail",
]
