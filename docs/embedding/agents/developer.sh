# Plays the developer: the prompt names the page; an input of the workflow is a variable.
mkdir -p "$FOLDLINE_INPUT_FOLDER"
page=$(sed -n 's/^Write the page "\(.*\)" into.*/\1/p')
echo "# $page" >"$FOLDLINE_INPUT_FOLDER/$page.md"
