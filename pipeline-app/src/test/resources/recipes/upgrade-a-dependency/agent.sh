case "$FOLDLINE_ROLE" in
  developer)
    echo "parser=$FOLDLINE_INPUT_VERSION" > versions
    [ "$FOLDLINE_INPUT_VERSION" = 3 ] || echo "v$FOLDLINE_INPUT_VERSION" > api
    touch scratch ;;
  analyst)
    if sh test.sh; then rm -f scratch; echo '{"status":"works"}'; else echo '{"status":"broken","reason":"no api 3"}'; fi \
      > .foldline/assessment.json ;;
  committer) echo '{"subject":"Upgrade the parser"}' > .foldline/commit_message.json ;;
esac
