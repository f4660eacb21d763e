case "$FOLDLINE_ROLE" in
  developer)
    n=1; until mkdir "$HOME/attempt-$n" 2>/dev/null; do n=$((n + 1)); done
    case $n in
      1) echo 'expr $1 + $2  # sum' > sum.sh ;;
      2) echo 'expr $1 + $2' > sum.sh ;;
      *) echo '' > sum.sh; echo 'it cannot be shorter' ;;
    esac ;;
  committer) echo '{"subject":"Write the sum shorter"}' > .foldline/commit_message.json ;;
esac
