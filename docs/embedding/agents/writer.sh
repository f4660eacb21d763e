# Plays the writer: an agent gets its prompt on standard input, and works in the current folder.
prompt=$(cat)
case $prompt in
    *"Plan a short guide"*) echo '{"sections": ["Greeting"]}' >.foldline/outline.json ;;
    *"Write the guide"*) printf '# Greeting\n\nSay hello.\n' >>GUIDE.md ;;
    *) echo '{"subject": "Add a guide"}' >.foldline/commit_message.json ;;
esac
