/** Messages of PostgreSQL, the system and TLS contain addresses and names, so codes are used. */
const WORDS: Readonly<Record<string, string>> = {
  '28P01': 'it does not accept the user with that password',
  '28000': 'it does not accept the user from here',
  '3D000': 'there is no database with that name',
  '42501': 'the user may not read the tables of orgdesk',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host could not be looked up',
  EHOSTUNREACH: 'there is no route to its host',
  ENETUNREACH: 'there is no route to its network',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closed the connection',
  EACCES: 'this user of the machine may not open the file',
  EPERM: 'this user of the machine may not open the file',
  EISDIR: 'its path is that of a folder',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another host',
};

/** Keyed by SQLite's primary error number. */
const SQLITE_WORDS: Readonly<Record<number, string>> = {
  5: 'another program holds the file',
  8: 'the file can only be read',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is no SQLite database',
};

const NO_TABLE = '42P01';

export function reasonOf(error: unknown): string {
  const { code, errcode, errors } = Object(error) as { code?: unknown; errcode?: unknown; errors?: unknown };
  if (typeof errcode === 'number') return SQLITE_WORDS[errcode & 0xff] ?? `SQLite refuses it (${errcode})`;
  if (typeof code === 'string' && /^[A-Z0-9_]{5,50}$/.test(code)) return WORDS[code] ?? `it fails with ${code}`;
  // The list has one error per tried address of a host.
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0]);
  return 'it does not answer in time, or not as a database does';
}

export const isNoTable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === NO_TABLE) || ('errcode' in error && /^no such table\b/.test(error.message)));
