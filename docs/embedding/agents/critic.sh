# Plays the critic: the first draft is weak, the second one is good.
if [ "$(grep -c hello GUIDE.md)" -gt 1 ]; then status=good; else status=weak; fi
echo "{\"status\": \"$status\", \"reason\": \"It has $(wc -l <GUIDE.md) lines.\"}" >.foldline/verdict.json
