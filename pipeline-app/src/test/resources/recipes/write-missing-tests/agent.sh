case "$FOLDLINE_ROLE" in
  tester)
    if grep -q '^This command fails' "$FOLDLINE_PROMPT_FILE"; then echo '{"behavior":["b"]}' > .foldline/gaps.json
    elif [ -e tests/half.sh ]; then echo true > tests/b.sh
    else echo true > tests/half.sh; fi ;;
  reviewer)
    if [ -e tests/b.sh ]; then echo '{"status":"enough"}'; else echo '{"status":"missing"}'; fi > .foldline/coverage.json ;;
  committer) echo '{"subject":"Add tests"}' > .foldline/commit_message.json ;;
esac
