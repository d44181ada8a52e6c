import { settingsHelp } from '../config/settings-help.ts';

const help = () => `orgdesk: a web service for administering organizations on a code host.

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

${settingsHelp()}`;

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
  if (given.includes('--help') || given.includes('-h')) return { command: 'say', out: help(), err: '', exitCode: 0 };
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
