import type { WantedInvitation } from '@orgdesk/client';
import { EMAIL_MAX_CHARACTERS } from '@orgdesk/contract/limits';

export type Role = NonNullable<WantedInvitation['role']>;
export const ROLES: readonly Role[] = ['direct_member', 'admin', 'billing_manager'];
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  direct_member: 'Member',
  admin: 'Owner',
  billing_manager: 'Billing manager',
};

export type PersonProblem = 'full-name' | 'not-a-login' | 'not-an-address' | 'two-names';

const ADDRESS = /^[^\s@,;<>"\p{Cc}]+@[^\s@,;<>"\p{Cc}]+$/u;
const PROFILE = /^(?:https?:\/\/[^/\s]+|github\.com)\/@?([^/\s?#]+)\/?$/i;
const MAILBOX = /<([^<>\s]+@[^<>\s]+)>/;
/** Wider than today's rules, because old and managed logins differ. */
const LOGIN = /^(?=.*[a-z\d])[a-z\d_-]{1,39}$/i;
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]*(?: +(?:\p{Lu}|\p{Ll}{1,3} +\p{Lu})[\p{L}'’.-]*)+$/u;
/** Cell values for a missing login. */
const NOBODY = new Set(['', '-', '?', 'n/a', 'na', 'nil', 'none', 'null', 'tbd', 'unknown']);
const ROLE_NAMES: Readonly<Record<string, Role>> = {
  member: 'direct_member',
  'direct member': 'direct_member',
  owner: 'admin',
  admin: 'admin',
  'billing manager': 'billing_manager',
  billing: 'billing_manager',
};

export const isNobody = (cell: string): boolean => NOBODY.has(cell.toLowerCase());
export const isAddress = (person: string): boolean => person.length <= EMAIL_MAX_CHARACTERS && ADDRESS.test(person);
export const isMailbox = (text: string): boolean => MAILBOX.test(text);
export const isFullName = (text: string): boolean => FULL_NAME.test(text);

/** Strips mailbox names, `mailto:`, profile URLs and a leading `@`. */
export function barePerson(written: string): string {
  // CSV exports put a quote before formula-like cells.
  const text = written.trim().replace(/^'(?=[=+\-@])/, '');
  const [, mailbox] = MAILBOX.exec(text) ?? [];
  if (mailbox !== undefined) return mailbox;
  const name = text.replace(/^mailto:/i, '');
  const [, profile] = PROFILE.exec(name) ?? [];
  return (profile ?? name).replace(/^@+/, '');
}

/** Returns null for a valid login or address. */
export function personProblem(person: string): PersonProblem | null {
  if (LOGIN.test(person) || isAddress(person)) return null;
  if (FULL_NAME.test(person)) return 'full-name';
  const names = person.split(/[\s,;|/&]+/).map(barePerson);
  if (names.length > 1 && names.every((name) => LOGIN.test(name) || isAddress(name))) return 'two-names';
  return /.@|@./.test(person) ? 'not-an-address' : 'not-a-login';
}

/** Returns null for an unknown role. */
export const parseRole = (cell: string): Role | null =>
  ROLE_NAMES[
    cell
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()
  ] ?? null;

/** Splits at semicolons, bars and commas, without duplicates. */
export function parseTeams(cell: string): readonly string[] {
  const names = cell
    .split(/[;|,]/)
    .map((name) => name.trim().replace(/^@[^/\s]+\//, ''))
    .filter((name) => name !== '');
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}
