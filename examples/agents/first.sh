#!/bin/sh
# The smallest player for Pile In: it always gives the first answer.
# pilein fight examples/scorched/duel.toml --play "crusade=program:sh examples/agents/first.sh"
while read -r line; do
  case "$line" in
    *'"type": "hello"'*) echo '{"type": "ready", "name": "first"}' ;;
    *'"type": "ask"'*) echo '{"type": "answer", "index": 0}' ;;
  esac
done
