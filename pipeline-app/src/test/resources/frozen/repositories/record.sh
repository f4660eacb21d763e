#!/usr/bin/env bash
# Records repositories with runs that have ended or wait, one archive each: record.sh FOLDLINE FOLDER
# The archives here were made by version 864e2ad6. Add archives of newer versions beside them; never replace one.
set -u
foldline=$(readlink -f "${1:?path of the launcher}")
archives=$(readlink -f "${2:?folder for the archives}")
box=/tmp/recorded # files beside the logs name it; the tests replace it
rm -rf "$box" && mkdir -p "$box" || exit 1
export GIT_CONFIG_NOSYSTEM=1 LANG=C.UTF-8

# shellcheck disable=SC2016
configuration='roles: { developer: [mine] }
agents: { mine: { kind: command, run: [sh, -c, "exec \"$HOME/agent\""] } }
limits: { backoff_first: 1s, backoff_max: 1s }
iterations: 1
reviews: 1
'

# An empty repository with its own home; the configuration is read from the input.
repository() {
    folder=$box/$1
    mkdir -p "$folder/repo" "$folder/home"
    export HOME=$folder/home XDG_STATE_HOME=$folder/home/state XDG_CONFIG_HOME=$folder/home/config
    printf '[user]\n name = Tester\n email = tester@example.org\n[init]\n defaultBranch = main\n templateDir =\n[maintenance]\n auto = false\n[gc]\n auto = 0\n' >"$HOME/.gitconfig"
    cd "$folder/repo" || exit 1
    git init -q .
    echo a >a.txt
    printf '#!/bin/sh\ntest ! -e broken\n' >test.sh
    cat >foldline.yaml
    git add -A
    git commit -qm first
}

# The agent does this as a developer.
agent() {
    cat >"$HOME/agent" <<AGENT
#!/bin/sh
mkdir -p .foldline
case "\$FOLDLINE_ROLE" in
  planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
  developer) $1 ;;
  analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
  reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
  fixer|recoverer) echo '{"status":"completed","summary":"done"}' > .foldline/fix_result.json ;;
  committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
esac
echo "\$FOLDLINE_ROLE has worked"
AGENT
    chmod +x "$HOME/agent"
}

# The agent of the workflow feature, which asks for its artifacts by name.
agent_of_features() {
    cat >"$HOME/agent" <<'AGENT'
#!/bin/sh
mkdir -p .foldline
asked() { grep -q "Write .\.foldline/$1.json" "$FOLDLINE_PROMPT_FILE"; }
if asked spec; then echo '{"name":"Work","summary":"add work"}' > .foldline/spec.json
elif asked requirements; then echo '{"summary":"s","requirements":[{"id":"R1","text":"there is work","criteria":["a file"]}]}' > .foldline/requirements.json
elif asked research; then echo '{"summary":"nothing needed"}' > .foldline/research.json
elif asked feature_plan; then echo '{"summary":"s","phases":[{"id":"p1","title":"all"}],"tasks":[{"id":"t1","phase":"p1","title":"write"}]}' > .foldline/feature_plan.json
elif asked development_result; then echo "work" >> work.txt
  echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json
  echo '{"subject":"Do the work"}' > .foldline/commit_message.json
elif asked merge_message; then echo '{"subject":"Add the feature"}' > .foldline/merge_message.json
fi
AGENT
    chmod +x "$HOME/agent"
}

foldline() {
    "$foldline" "$@" >>"$folder/out" 2>&1
    echo "foldline $1: exit $?"
}

tasks() {
    printf 'name: Shop\ntasks:\n  - { name: login, description: Add a login, terminals: [ { role: developer, agent: mine } ] }\n  - { name: search, description: Add a search, terminals: [ { role: developer, agent: mine } ] }\n' >../tasks.yaml
    foldline workflow create -f ../tasks.yaml
    foldline workflow ready
    foldline workflow start
}

# shellcheck disable=SC2016
writes='echo "line of $FOLDLINE_RUN" > work.txt'

repository ralph <<<"${configuration}checks: [sh test.sh]"
agent "$writes"
foldline run "Add work"

repository gate <<<"${configuration}checks: [sh test.sh]"
agent "$writes"
foldline run --gate planning "Add work"

repository worktree <<<"${configuration}checks: [sh test.sh]"
agent "$writes"
foldline run --worktree --gate planning "Add work"

repository halted <<<"${configuration}checks: [sh test.sh]"
agent "touch broken; $writes"
foldline run "Add work"

repository feature <<'YAML'
roles: { developer: [mine] }
agents: { mine: { kind: command, run: [sh, -c, 'exec "$HOME/agent"'] } }
workflow: feature
feature: { allow: [] }
checks: [sh test.sh]
YAML
agent_of_features
foldline run "Add work"
foldline approve requirements
foldline resume

repository tasks <<<"${configuration}checks: [sh test.sh]"
agent "$writes"
tasks

repository tasks-done <<<"${configuration}checks: [sh test.sh]"
# shellcheck disable=SC2016
agent 'echo "line of $FOLDLINE_RUN" > "work-$FOLDLINE_RUN.txt"'
tasks

repository attempts <<<"${configuration}checks: []"
agent "$writes"
foldline workflow new best --from "$(dirname "$foldline")/docs/recipes/best-of-three/workflow.yaml"
git add -A
git commit -qm 'Add a workflow'
foldline run --workflow best --input "measure=echo 1" --input "verify=sh test.sh" "Write the sum shorter"

repository tdd <<<"tdd: { preflight: [['true']], review: [[echo, '[]']] }"
echo '# Plan' >PLAN.md
git add -A
git commit -qm plan
foldline task get
cat >ACTIVE_PR.json <<'PLAN'
{"masterPlanPath": "PLAN.md", "prTitle": "feat: greet by name", "summary": "It greets.", "verificationPlan": "sh tests.sh",
 "tasks": [
  {"taskName": "Hello", "status": "TODO", "tdd_steps": [
   {"type": "RED", "description": "write a test of hello", "status": "TODO"}, {"type": "GREEN", "description": "say hello", "status": "TODO"}]}]}
PLAN
foldline task submit
foldline task get
foldline task get

repository shared <<<"${configuration}checks: [sh test.sh]"
agent "$writes"
git init -q --bare ../shared.git
foldline run --share ../shared.git "Add work"

for folder in "$box"/*/; do
    rm -f "$folder"repo/.git/foldline/state.sqlite* # derived from the logs
    tar -C "$folder" --exclude=./out --sort=name --owner=0 --group=0 -czf "$archives/$(basename "$folder").tar.gz" .
done
