kind=question; grep -q 'It crashes' "$FOLDLINE_PROMPT_FILE" && kind=bug
case "$FOLDLINE_ROLE" in
  triager)
    if grep -q '^List the issues' "$FOLDLINE_PROMPT_FILE"; then
      echo '{"issues":["It crashes on an empty file","How do I install it?"]}' > .foldline/issue_list.json
    elif grep -q '^What is this issue' "$FOLDLINE_PROMPT_FILE"; then echo "{\"status\":\"$kind\"}" > .foldline/kind.json
    else mkdir -p triage; echo "an answer" > "triage/$kind.md"; fi ;;
  developer) mkdir -p triage; echo 'it crashes' > triage/reproduction.txt ;;
  committer) echo '{"subject":"Answer the issues"}' > .foldline/commit_message.json ;;
esac
