#!/bin/sh
# Works on one key within the time of one job: continues its shared run, or starts one.
# docs/how-to/in-ci.md describes the variables. The texts of issues and tasks come from variables
# only, never from the text of a script.
set -u

key=${FOLDLINE_KEY:-}
remote=${FOLDLINE_REMOTE:-origin}
stop_after=${FOLDLINE_STOP_AFTER:-50m}
output=${GITHUB_OUTPUT:-${FOLDLINE_OUTPUT:-/dev/null}}
ref=refs/foldline/ci/$key
run=''
pid=''

fail() {
  echo "error: $1" >&2
  exit 2
}

# The run of the key is the subject of a commit without files, because not every forge accepts refs
# to anything else. A push succeeds only if the ref is still what this job has seen. git would also
# accept the same commit of another job in the same second, so each has a number of its own.
point() {
  number=$(od -An -N16 -tx8 /dev/urandom | tr -d ' \n') &&
    tree=$(git hash-object -w -t tree --stdin </dev/null) &&
    commit=$(git -c user.name=foldline -c user.email=foldline@localhost \
      commit-tree "$tree" -m "$1" -m "$number") &&
    git push -q --no-verify --force-with-lease="$ref:$seen" "$remote" "$commit:$ref" &&
    seen=$commit
}

# The token is read when git asks for it, and only for the host of the remote: it is in no
# configuration and no argument, and agents do not have the variable.
# shellcheck disable=SC2016
credentials() {
  [ -n "${GITHUB_TOKEN:-}${GITLAB_TOKEN:-}${GITEA_TOKEN:-}" ] || return 0
  host=$(git remote get-url --push "$remote" 2>/dev/null || echo "$remote")
  case $host in
    https://*) host=${host#https://} host=${host%%/*} host=${host##*@} ;;
    *) return 0 ;;
  esac
  git config "credential.https://$host.helper" '!f() { test "$1" = get || exit 0; echo username=x-access-token; echo "password=${GITHUB_TOKEN:-${GITLAB_TOKEN:-$GITEA_TOKEN}}"; }; f'
}

listed() {
  found=$(git ls-remote "$remote" "$1") || fail "the remote $remote cannot be read"
  echo "$found" | cut -f 1
}

runs() {
  ls "$(git rev-parse --git-common-dir)/foldline/runs" 2>/dev/null
}

# A job that is stopped stops its driver, which publishes what there is.
await() {
  trap 'kill -TERM "$pid" 2>/dev/null' INT TERM
  code=0
  wait "$pid" || code=$?
  while kill -0 "$pid" 2>/dev/null; do
    wait "$pid"
    code=$?
  done
  trap - INT TERM
}

start() {
  point claim || {
    now=$(listed "$ref") || exit 2
    [ "$now" != "$seen" ] ||
      fail "$ref cannot be pushed to $remote: the token needs the right to write refs/foldline/*"
    echo "another job has started the work on $key"
    finish held 0
  }
  before=" $(runs | tr '\n' ' ') "
  set -- --share "$remote" --stop-after "$stop_after"
  [ -z "${FOLDLINE_PR:-}" ] || set -- "$@" --pr
  [ -z "${FOLDLINE_WORKFLOW:-}" ] || set -- "$@" --workflow "$FOLDLINE_WORKFLOW"
  if [ -n "${FOLDLINE_ISSUE:-}" ]; then
    set -- "$@" --issue "$FOLDLINE_ISSUE"
  else
    set -- "$@" -- "$FOLDLINE_TASK"
  fi
  foldline run "$@" &
  pid=$!
  # The next job must find the run even if this one is killed.
  while [ -z "$run" ] && kill -0 "$pid" 2>/dev/null; do
    record
    [ -n "$run" ] || sleep 1
  done
  await
  [ -n "$run" ] || record
}

record() {
  for each in $(runs); do
    case $before in
      *" $each "*) ;;
      *) run=$each ;;
    esac
  done
  [ -z "$run" ] && return
  point "run $run" && return
  # A run that the next job cannot find must not go on.
  kill -TERM "$pid" 2>/dev/null
  await
  fail "the run $run cannot be recorded at $ref of $remote"
}

continue_run() {
  foldline resume "$run" --from "$remote" --stop-after "$stop_after" &
  pid=$!
  await
}

finish() {
  {
    echo "state=$1"
    echo "run=$run"
  } >>"$output"
  echo "foldline: $key is $1"
  exit "$2"
}

case $key in
  '' | .* | *..* | *. | *[!A-Za-z0-9._-]*)
    fail "FOLDLINE_KEY names the work with letters, digits, '.', '_' and '-', such as issue-12" ;;
esac
[ -n "${FOLDLINE_ISSUE:-}${FOLDLINE_TASK:-}" ] || fail "set FOLDLINE_ISSUE or FOLDLINE_TASK"

credentials
seen=$(listed "$ref") || exit 2
if [ -n "$seen" ]; then
  git fetch -q "$remote" "$ref" || fail "$ref cannot be read from $remote"
  run=$(git log -1 --format=%s "$seen" | sed -n 's/^run //p')
fi
# A job that was killed early has published nothing of its run.
if [ -n "$run" ]; then
  published=$(listed "refs/foldline/logs/$run") || exit 2
  [ -n "$published" ] || run=''
fi

if [ -n "$run" ]; then continue_run; else start; fi

case $code in
  0)
    git push -q --no-verify --force-with-lease="$ref:$seen" "$remote" ":$ref"
    finish 'done' 0 ;;
  3 | 6) finish waiting 0 ;;
  8) finish held 0 ;;
  75) finish paused 0 ;;
  *) finish failed "$code" ;;
esac
