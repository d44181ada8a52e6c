/** Words for codes: the messages of PostgreSQL, the system and TLS contain addresses and names. */
const WORDS: Readonly<Record<string, string>> = {
  '28P01': 'password authentication failed',
  '28000': 'it does not allow this user to connect from here',
  '3D000': 'the database does not exist',
  '42501': "the user cannot read orgdesk's tables",
  '53300': 'too many connections',
  '55000': 'the database does not accept connections',
  '57P03': 'it is starting or stopping',
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'could not resolve its host name',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  ECONNRESET: 'it closed the connection',
  EACCES: 'this user cannot open the file: permission denied',
  EPERM: 'this user cannot open the file: permission denied',
  EISDIR: 'the path is a directory',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

const SQLITE_WORDS: Readonly<Record<number, string>> = {
  5: 'the file is locked by another process',
  8: 'the file is read-only',
  10: 'the disk reported an error',
  11: 'the file is corrupted',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is not a SQLite database',
};

/** The driver's own error, without a code. */
const NO_TLS = /^The server does not support SSL connections$/;

const NO_TABLE = '42P01';

export function reasonOf(error: unknown): string {
  const { code, errcode, errors } = Object(error) as { code?: unknown; errcode?: unknown; errors?: unknown };
  if (typeof errcode === 'number') return SQLITE_WORDS[errcode & 0xff] ?? `SQLite error ${errcode}`;
  if (typeof code === 'string' && /^[A-Z0-9_]{5,50}$/.test(code)) return WORDS[code] ?? `error ${code}`;
  if (NO_TLS.test(String(Object(error).message)))
    return 'the server does not support TLS: change sslmode, or enable TLS there';
  // The list has one error per tried address of a host.
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0]);
  return 'no valid response in time';
}

export const isNoTable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === NO_TABLE) || ('errcode' in error && /^no such table\b/.test(error.message)));
