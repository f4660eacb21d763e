case "$FOLDLINE_ROLE" in
  developer)
    if [ -e .foldline/issues.json ]; then echo '# adds two numbers' >> sum.sh
    elif [ -n "$FOLDLINE_ARTIFACT_DIAGNOSIS" ] || grep -q 'find the cause' "$FOLDLINE_PROMPT_FILE"; then
      echo '{"cause":"it subtracts","files":["sum.sh"]}' > .foldline/diagnosis.json
    else sed -i 's/-/+/' sum.sh; fi ;;
  reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
  committer) echo '{"subject":"Add instead of subtracting"}' > .foldline/commit_message.json ;;
esac
