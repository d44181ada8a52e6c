/** What `--help` says of the settings. */
export const SETTINGS_HELP = `All settings come from the environment. Without any of the code host's, orgdesk runs against a simulated
one, for trying out. An empty value counts as not set.

The service
  PORT                         port to listen on (3000)
  HOST                         address to listen on (127.0.0.1)
  BASE_URL                     its origin as browsers see it (http://localhost:PORT)
  DATABASE_URL                 sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE
                               (sqlite:./data/orgdesk.db; with the simulated code host sqlite:./data/demo.db)
  DATABASE_POOL_SIZE           connections to PostgreSQL, half of them for reading alone (10)
  SESSION_SECRET               signs sign-in states, 32 characters or more (derived from the App's credentials)
  TOKEN_SECRET                 encrypts stored tokens, 32 characters or more; a list with commas rotates:
                               the first encrypts, all decrypt (required with a real code host)
  RATE_LIMIT                   off, or requests a minute and client address (1200)
  RECONCILE_MINUTES            off, or minutes between two comparisons with the code host (15)
  INVITATION_ROWS_DAYS         days for which the rows of an invitation job are kept after its end (30)
  INVITATION_ADDRESSES_DAYS    the same of the e-mail addresses in them (7)
  AUDIT_DAYS                   days for which entries of audit trails are kept (365)
  PROXY_DOCUMENTS              any, or shipped: only the GraphQL documents of orgdesk's own client (any)
  TRUSTED_PROXIES              addresses, with commas, whose X-Forwarded-For is believed (none)
  SHUTDOWN_DELAY               seconds to serve on, not ready any more, when told to stop (5; with the
                               simulated code host 0)
  LOG_LEVEL                    trace, debug, info, warn, error, fatal or silent (info)
  METRICS_PORT                 port of the Prometheus metrics (not served)
  METRICS_HOST                 address to listen on for them (127.0.0.1)
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
