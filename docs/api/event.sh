#!/bin/sh
# Directs a small event with curl alone. Before it: ADDRESS=https://example.org TOKEN=wc…
set -eu

api="$ADDRESS/api/v1"

# Prints the answer, and ends with an error where something is refused.
ask() {
    curl --silent --show-error --fail-with-body --header "Authorization: Bearer $TOKEN" "$@"
    echo
}

# give PATH JSON KEY: the same KEY does the same once, however often it is sent.
give() {
    ask --retry 5 --header "Content-Type: application/json" --header "Idempotency-Key: $3" \
        --data "$2" "$api/$1"
}

give events '{"event": "club-night", "name": "Club Night"}' make
give events/club-night/divisions '{"name": "A", "planned_rounds": 2}' division

division=events/club-night/divisions/A
give $division/roster '{"entries": [
    {"members": [{"name": "Ada Abbot"}], "rating": 1500},
    {"members": [{"name": "Bea Botham"}], "rating": 1400},
    {"members": [{"name": "Cleo Colby"}], "rating": 1300},
    {"members": [{"name": "Dale Dorsey"}], "rating": 1200}]}' roster
give $division/check_in '{"here": [1, 2, 3, 4]}' here

give $division/rounds/1/pairing '{"method": "swiss"}' pair-1
give $division/rounds/1/publication '{}' publish-1
ask "$api/$division/rounds/1/pairings?fields=board,sides"

give $division/rounds/1/results '{"entry": 1, "score": 423, "opponent_score": 389}' result-1-1
give $division/rounds/1/results '{"entry": 2, "score": 401, "opponent_score": 377}' result-1-2
# The answer was lost? Send it again: "repeated" is true, and nothing is done twice.
give $division/rounds/1/results '{"entry": 2, "score": 401, "opponent_score": 377}' result-1-2

ask "$api/$division/standings?fields=rank,name,wins,spread"

# Ask again only for what has changed: 304 and no body while nothing has.
tag=$(curl --silent --output /dev/null --dump-header - "$api/$division/standings" |
    tr -d '\r' | sed -n 's/^[Ee][Tt][Aa][Gg]: //p')
curl --silent --output /dev/null --write-out '%{http_code}\n' \
    --header "If-None-Match: $tag" "$api/$division/standings"
