printf '%s\n' '# It crashes on an empty file' '# How do I install it?' > ISSUES.md
