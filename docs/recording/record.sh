#!/bin/bash
# Makes the recording in the README: a real run that is killed and resumed, and its log.
#   docs/recording/record.sh [HOME]   in a new or empty home; needs asciinema, and svg-term on the PATH (npm package svg-term-cli)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "${1:-}" != --play ]; then
    work=${1:-$(mktemp -d)}
    export HOME=$work PATH="$here/../..:$PATH" TERM=xterm-256color
    mkdir -p "$work/greeter"
    foldline version >/dev/null
    asciinema rec --quiet --overwrite --cols 96 --rows 30 --idle-time-limit 1.5 --command "bash '$here/record.sh' --play '$work/greeter'" "$work/run.cast"
    svg-term --in "$work/run.cast" --out "$here/run.svg" --window --width 96 --height 30 --no-cursor
    cp "$work/greeter/.git/foldline/runs/"r*/events.jsonl "$here/events.jsonl"
    rm -rf "$work"
    exit
fi

cd "$2"
git config --global user.name Ada
git config --global user.email ada@example.org
git init -q -b main
cat >"$HOME/agent" <<'END'
#!/bin/sh
sleep 0.7
case "$FOLDLINE_ROLE" in
planner) echo '{"summary":"Greet by name","steps":[{"title":"take a name"},{"title":"greet it"}]}' >.foldline/plan.json ;;
developer)
    if git log --format=%s | grep -q 'by name'; then echo 'echo "Hello, ${1:-world}!"' >greet.sh; else echo 'echo "Hello, $1!"' >greet.sh; fi
    echo "wrote greet.sh"
    sleep 1.5 ;;
analyst)
    if grep -q world greet.sh; then status=completed; else status=partial; fi
    echo "{\"status\":\"$status\",\"summary\":\"greets\"}" >.foldline/development_result.json ;;
reviewer) echo '{"issues":[]}' >.foldline/issues.json ;;
committer)
    if grep -q world greet.sh; then subject='Greet the world without a name'; else subject='Greet by name'; fi
    echo "{\"subject\":\"$subject\"}" >.foldline/commit_message.json ;;
esac
END
chmod +x "$HOME/agent"
cat >foldline.yaml <<END
roles: { developer: [mine] }
agents: { mine: { kind: command, run: ["$HOME/agent"] } }
checks: [ "sh greet.sh Ada | grep -q Ada" ]
checks_on_base: ignore
reviews: 1
END
git add -A
git commit -q -m "Start"

# Shows a command as if it were typed, and runs it.
typed() {
    printf '\e[1m$ '
    for ((at = 0; at < ${#1}; at++)); do printf '%s' "${1:at:1}" && sleep 0.02; done
    printf '\e[0m\n'
    sleep 0.3
}

typed 'foldline run "greet people by name"'
foldline run "greet people by name" &
driver=$!
until [ -e greet.sh ]; do sleep 0.1; done
sleep 1.2
kill -9 "$driver"
wait "$driver" 2>/dev/null || true
printf '\e[31mKilled\e[0m\n'
sleep 1
typed 'foldline status'
foldline status
sleep 1.5
typed 'foldline resume'
foldline resume
sleep 1
typed 'git log --oneline'
git --no-pager log --oneline
sleep 2
