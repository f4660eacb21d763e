item=$(sed -n '/^Migrate this file/{n;n;p;}' "$FOLDLINE_PROMPT_FILE")
case "$FOLDLINE_ROLE" in
  analyst) echo '{"files":["one.txt","two.txt"]}' > .foldline/inventory.json ;;
  developer)
    if [ -n "$item" ]; then sed -i 's/\t/  /' "$item"
    else echo '{"status":"migrated"}' > .foldline/result.json; fi ;;
  committer) echo '{"subject":"Use two spaces"}' > .foldline/commit_message.json ;;
esac
