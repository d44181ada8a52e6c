/** What the program says to its arguments instead of starting the service. */
export interface CommandLineAnswer {
  readonly out: string;
  readonly err: string;
  readonly exitCode: 0 | 2;
}

const HELP = `orgdesk: a web service for administering organizations on a code host.

Usage: npm start [-- --help]
       node server/src/main.ts [--help]

All settings come from the environment. Without any of the code host's, orgdesk runs against a simulated
one, for trying out. An empty value counts as not set.

The service
  PORT                         port to listen on (3000)
  HOST                         address to listen on (127.0.0.1)
  BASE_URL                     its origin as browsers see it (http://localhost:PORT)
  DATABASE_URL                 sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE
                               (sqlite:./data/orgdesk.db; with the simulated code host sqlite:./data/demo.db)
  SESSION_SECRET               signs sign-in states, 32 characters or more (derived from the App's credentials)
  TOKEN_SECRET                 encrypts stored tokens, 32 characters or more; a list with commas rotates:
                               the first encrypts, all decrypt (required with a real code host)
  RATE_LIMIT                   off, or requests a minute and client address (1200)
  TRUSTED_PROXIES              addresses, with commas, whose X-Forwarded-For is believed (none)
  LOG_LEVEL                    trace, debug, info, warn, error, fatal or silent (info)
  METRICS_PORT                 port of the Prometheus metrics (not served)
  NODE_ENV                     production refuses the simulated code host (not set)

The code host
  CODE_HOST_URL                origin of its pages (https://github.com)
  CODE_HOST_API_URL            address of its REST API (derived from CODE_HOST_URL)
  CODE_HOST_APP_ID             number of the registered App (required)
  CODE_HOST_APP_SLUG           name at the end of the App's address (required)
  CODE_HOST_APP_PRIVATE_KEY    the App's RSA key: PEM, PEM with \\n for line ends, or base64 of a PEM (required)
  CODE_HOST_CLIENT_ID          the App's OAuth client ID (required)
  CODE_HOST_CLIENT_SECRET      the App's OAuth client secret (required)
  CODE_HOST_WEBHOOK_SECRET     checks webhooks (not set: every webhook is accepted unchecked)

NAME_FILE instead of NAME names a file that holds the value.
Also understood: APP_ID, PRIVATE_KEY, PRIVATE_KEY_PATH, WEBHOOK_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
and GHE_HOST (a host name, for CODE_HOST_URL).
`;

/** Null starts the service. Answers `--help`; refuses everything else, which would be overlooked in silence otherwise. */
export function answerArguments(given: readonly string[]): CommandLineAnswer | null {
  if (given.length === 0) return null;
  if (given.includes('--help') || given.includes('-h')) return { out: HELP, err: '', exitCode: 0 };
  return {
    out: '',
    err: `orgdesk takes no argument but --help, and got ${JSON.stringify(given[0])}. Settings come from the environment.\n`,
    exitCode: 2,
  };
}
