case "$FOLDLINE_ROLE" in
  tester)
    mkdir -p tests
    echo 'test "$(sh greet.sh)" = "Hello, world" && test "$(sh greet.sh you)" = "Hello, you"' > tests/greet.sh ;;
  developer)
    if [ ! -e "$HOME/cheated" ]; then touch "$HOME/cheated"; echo true > tests/greet.sh; echo 'echo Hi' > greet.sh
    else git checkout -q -- tests greet.sh; echo 'echo "Hello, ${1:-world}"' > greet.sh; fi ;;
  reviewer) echo '{"status":"done"}' > .foldline/verdict.json ;;
  committer) echo '{"subject":"Pin and simplify the greeting"}' > .foldline/commit_message.json ;;
esac
