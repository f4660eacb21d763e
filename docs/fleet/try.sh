#!/usr/bin/env bash
# Shows a fleet on one machine: an engine, a shared repository, two workers. One worker is killed; its run continues on the other.
#   FOLDLINE   the command (default: foldline)
#   RESTATE    the engine's server (default: npm installs it below ~/.cache)
# Everything else is made in a new folder, whose name is printed.
set -euo pipefail
set -m # each program in the background is a process group, so that its children end with it
foldline=${FOLDLINE:-foldline}
version=1.7.12
cache=${XDG_CACHE_HOME:-$HOME/.cache}/foldline-test-engine
if [ -z "${RESTATE:-}" ]; then
    RESTATE=$cache/node_modules/.bin/restate-server
    [ -x "$RESTATE" ] || npm install --no-audit --no-fund --prefix "$cache" "@restatedev/restate-server@$version"
fi
here=$(mktemp -d)
echo "Working in $here"
started=()
end() {
    local pid
    for pid in "${started[@]}"; do kill -9 -- "-$pid" 2>/dev/null || true; done
}
trap end EXIT

# The engine: one node, on the ports 18080 (messages), 19070 (registrations) and 15122 (other nodes).
cat >"$here/restate.toml" <<END
base-dir = "$here/engine"
node-name = "n1"
cluster-name = "try"
auto-provision = true
listen-mode = "tcp"
disable-telemetry = true
default-num-partitions = 2
[ingress]
bind-address = "127.0.0.1:18080"
[admin]
bind-address = "127.0.0.1:19070"
END
"$RESTATE" --no-logo --config-file "$here/restate.toml" --bind-ip 127.0.0.1 --bind-port 15122 >"$here/engine.log" 2>&1 &
started+=($!)

# A repository with an agent that takes three seconds for each call.
mkdir "$here/one"
cd "$here/one"
git init -q -b main
git config user.name "A User"
git config user.email user@example.com
cat >agent.sh <<'END'
sleep 3
case "$FOLDLINE_ROLE" in
planner) echo '{"summary":"s","steps":[{"title":"t"}]}' >.foldline/plan.json ;;
developer) echo line >>work.txt ;;
analyst) echo '{"status":"completed","summary":"done"}' >.foldline/development_result.json ;;
reviewer) echo '{"issues":[]}' >.foldline/issues.json ;;
committer) echo '{"subject":"Do the work"}' >.foldline/commit_message.json ;;
esac
echo "$FOLDLINE_ROLE has worked"
END
cat >foldline.yaml <<'END'
roles: { developer: [mine] }
agents: { mine: { kind: command, run: ["sh", "agent.sh"] } }
checks: []
iterations: 1
reviews: 1
share: { remote: origin, engine: "http://127.0.0.1:18080" }
END
git add -A
git commit -q -m "first"
git clone -q --bare "$here/one" "$here/shared.git"
git remote add origin "$here/shared.git"
git clone -q "$here/shared.git" "$here/two"
git -C "$here/two" config user.name "A User"
git -C "$here/two" config user.email user@example.com

until curl -sf http://127.0.0.1:18080/restate/health >/dev/null; do sleep 0.2; done

worker() {
    "$foldline" -C "$here/$1" worker --admin http://127.0.0.1:19070 --name "$1" --timeout 5s >"$here/$1.log" 2>&1 &
    started+=($!)
    until grep -q "waits for runs" "$here/$1.log"; do sleep 0.2; done
}
worker one
first=$!
"$foldline" run --on fleet "Add a line"
until grep -q "is driven here" "$here/one.log"; do sleep 0.2; done
worker two
sleep 5
echo "Killing the worker that drives the run."
kill -9 "$first"
killed=$(date +%s%3N)
until grep -q "is driven here" "$here/two.log"; do sleep 0.1; done
echo "The other worker continues it after $(($(date +%s%3N) - killed)) ms."
until grep -q "not driven here any more" "$here/two.log"; do sleep 0.2; done
cat "$here/one.log" "$here/two.log"
"$foldline" fleet --from origin
git -C "$here/two" log --oneline --all -- work.txt
