case "$FOLDLINE_ROLE" in
  auditor)
    if grep -q '^Write a test' "$FOLDLINE_PROMPT_FILE"; then
      mkdir -p attacks; echo '! sh serve.sh ../secret 2>/dev/null | grep -q secret' > attacks/path.sh
    elif grep -q 'Report `closed`' "$FOLDLINE_PROMPT_FILE"; then echo '{"status":"closed"}' > .foldline/closing.json
    else
      echo '{"findings":[{"title":"A path leads out of the pages","file":"serve.sh","severity":"high"}]}' > .foldline/findings.json
    fi ;;
  developer) echo 'case "$1" in *..*) exit 1 ;; esac; cat "pages/$1"' > serve.sh ;;
  committer) echo '{"subject":"Reject paths that leave the pages"}' > .foldline/commit_message.json ;;
esac
