const HELP = `orgdesk: a web service for administering organizations on a code host.

Usage: npm start
       npx orgdesk [serve | reconcile | audit verify … | sessions …] [--help]

  serve      runs the service (without a command, too)
  reconcile  compares the cached installations with the code host once, repairs the cache, asks for
             lost webhooks again, and says what differed. Ends with 0 when done, 1 when it could not be
             done, 3 when another instance is at it, 130 when it was told to stop
  audit verify [ORGANIZATION]   counts the chain of hashes of every audit trail again, or of one (login or number), and
                                prints its head; --json for programs. Ends with 0 when all are proved, 1 when it could
                                not be done, 4 when a row was changed, removed or added by hand
  sessions count                who is signed in: how many sessions, of how many people
  sessions list USER            where somebody is signed in; USER is a login or a number of the code host
  sessions end USER [SESSION]   ends all sessions of somebody, or one of that list. With --json, answers of these three are
                                JSON. Ends with 0 when done, 1 when it could not be done, 3 when there is no such person or
                                session

All settings come from the environment. Without any of the code host's, orgdesk runs against a simulated
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

/** What is to be done with sessions. */
export type SessionsCommand = { readonly json: boolean } & (
  | { readonly action: 'count' }
  | { readonly action: 'list'; readonly user: string }
  | { readonly action: 'end'; readonly user: string; readonly session: string | null }
);

/** Which trails `audit verify` is about: login or number of one organization; null for all. */
export interface AuditCommand {
  readonly organization: string | null;
  readonly json: boolean;
}

/** What the program is asked to do. */
export type CommandLine =
  | { readonly command: 'serve' | 'reconcile'; readonly asked: null }
  | { readonly command: 'audit'; readonly asked: AuditCommand }
  | { readonly command: 'sessions'; readonly asked: SessionsCommand }
  /** Only says something, and ends. */
  | { readonly command: 'say'; readonly out: string; readonly err: string; readonly exitCode: 0 | 2 };

/** Reads the arguments. Whatever is not understood is refused: it would be overlooked in silence otherwise. */
export function readCommandLine(given: readonly string[]): CommandLine {
  if (given.includes('--help') || given.includes('-h')) return { command: 'say', out: HELP, err: '', exitCode: 0 };
  const [command = 'serve', ...rest] = given;
  if ((command === 'serve' || command === 'reconcile') && rest.length === 0) return { command, asked: null };
  if (command === 'sessions') {
    const asked = sessionsCommandOf(rest);
    return asked === null ? notKnown(`sessions takes count, list USER, or end USER [SESSION]`) : { command, asked };
  }
  if (command === 'audit') {
    const asked = auditCommandOf(rest);
    return asked === null ? notKnown('audit takes verify [ORGANIZATION]') : { command, asked };
  }
  const unknown = command === 'serve' || command === 'reconcile' ? rest[0] : command;
  return notKnown(
    `orgdesk does not know ${JSON.stringify(unknown)}. Its commands are serve, reconcile, audit and sessions`,
  );
}

const notKnown = (words: string): CommandLine => ({
  command: 'say',
  out: '',
  err: `${words}; see --help.\n`,
  exitCode: 2,
});

function sessionsCommandOf(given: readonly string[]): SessionsCommand | null {
  const json = given.includes('--json');
  const [action, user, session, ...others] = given.filter((word) => word !== '--json');
  if (others.length > 0 || [action, user, session].some((word) => word?.startsWith('-') || word === '')) return null;
  if (action === 'count' && user === undefined) return { json, action };
  if (user === undefined) return null;
  if (action === 'list' && session === undefined) return { json, action, user };
  return action === 'end' ? { json, action, user, session: session ?? null } : null;
}

function auditCommandOf([action, ...given]: readonly string[]): AuditCommand | null {
  const [organization = null, ...others] = given.filter((word) => word !== '--json');
  if (action !== 'verify' || others.length > 0 || organization === '' || organization?.startsWith('-')) return null;
  return { organization, json: given.includes('--json') };
}
