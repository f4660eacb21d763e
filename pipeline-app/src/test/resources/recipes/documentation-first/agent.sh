case "$FOLDLINE_ROLE" in
  writer)
    if grep -q '^Plan the page' "$FOLDLINE_PROMPT_FILE"; then echo '{"sections":["Start","Options"]}' > .foldline/outline.json
    else mkdir -p docs; sed -n 's/^Write the section "\(.*\)" of.*/# \1/p' "$FOLDLINE_PROMPT_FILE" >> docs/guide.md; fi ;;
  critic)
    if [ -e "$HOME/judged" ]; then echo '{"status":"good"}'; else touch "$HOME/judged"; echo '{"status":"weak"}'; fi \
      > .foldline/verdict.json ;;
  developer) echo 'echo usage' > guide.sh ;;
  committer) echo '{"subject":"Describe the program"}' > .foldline/commit_message.json ;;
esac
