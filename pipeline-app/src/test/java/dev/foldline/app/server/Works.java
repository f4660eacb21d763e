package dev.foldline.app.server;

/** Workflows for servers, and agents for them. */
final class Works {
    private Works() {}

    static final String TWO_TASKS = """
            name: Shop
            tasks:
              - { name: login, description: Add a login, terminals: [ { role: developer, agent: mine } ] }
              - { name: search, description: Add a search, terminals: [ { role: developer, agent: mine } ] }
            """;

    static final String ONE_TASK = "name: Shop\ntasks: [ { name: login, terminals: [ { role: developer, agent: mine } ] } ]\n";

    /** Two terminals, one after the other. */
    static final String ONE_TASK_OF_TWO = "name: Shop\ntasks: [ { name: login, terminals: [ { role: developer, agent: mine }, { role: tester, agent: mine } ] } ]\n";

    static final String WORK = "mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//'); echo \"$mine\" > \"$mine.txt\"; echo made\n";

    /** Works when it is told to. */
    static final String WAITING = """
            touch "$HOME/begun-$FOLDLINE_RUN"
            for try in $(seq 600); do [ -e "$HOME/go" ] && break; sleep 0.1; done
            """ + WORK;
}
