import type { WantedInvitation } from '@orgdesk/contract';
import { fold } from '@orgdesk/contract/fold';
import { EMAIL_MAX_CHARACTERS } from '@orgdesk/contract/limits';

export type Role = NonNullable<WantedInvitation['role']>;
export const ROLES: readonly Role[] = ['direct_member', 'admin', 'billing_manager'];
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  direct_member: 'Member',
  admin: 'Owner',
  billing_manager: 'Billing manager',
};

export type PersonProblem = 'full-name' | 'not-a-login' | 'not-an-address' | 'two-names';

const ADDRESS = /^[^\s@,;<>"()[\]{}\p{Cc}]+@[^\s@,;<>"()[\]{}\p{Cc}]+$/u;
const PROFILE = /^(?:https?:\/\/[^/\s]+|github\.com)\/@?([^/\s?#]+)\/?$/i;
const MAILBOX = /<([^<>\s@]+@[^<>\s]+)>/;
/** Wider than today's rules, because old and managed logins differ. */
const LOGIN = /^(?=.*[a-z\d])[a-z\d_-]{1,39}$/i;
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]*(?: +(?:\p{Ll}{1,3} +){0,2}\p{Lu}[\p{L}'’.-]*)+$/u;
const NOBODY = new Set(['', '-', '?', 'n/a', 'na', 'nil', 'none', 'null', 'tbd', 'unknown']);
const ROLE_NAMES: Readonly<Record<Role, string>> = {
  direct_member:
    'member|members|direct member|user|standard user|team member|mitglied|benutzer|nutzer|membre|utilisateur|miembro|usuario|membro|utente|utilizador|lid|gebruiker',
  admin:
    'owner|owners|admin|admins|administrator|org admin|org owner|organization owner|inhaber|inhaberin|eigentumer|besitzer|proprietaire|administrateur|administratrice|propietario|propietaria|administrador|administradora|proprietario|proprietaria|amministratore|eigenaar|beheerder',
  billing_manager:
    'billing manager|billing managers|billing|abrechnung|rechnungsmanager|abrechnungsmanager|facturation|gestionnaire de facturation|facturacion|gestor de facturacion|fatturazione|faturamento|facturering',
};
const ROLE_OF: ReadonlyMap<string, Role> = new Map(
  ROLES.flatMap((role) => ROLE_NAMES[role].split('|').map((name) => [name, role] as const)),
);

/** The ID is null for a team that a row names. */
export interface ChosenTeam {
  readonly id: number | null;
  readonly name: string;
}

export type KnownTeams = ReadonlyMap<string, ChosenTeam>;

export const valueKey = (value: string): string =>
  fold(value)
    .replace(/[\s_-]+/g, ' ')
    .trim();

export const knownTeams = (
  teams: readonly { readonly id: number; readonly name: string; readonly slug: string }[],
): KnownTeams =>
  new Map(teams.flatMap(({ id, name, slug }) => [name, slug].map((label) => [valueKey(label), { id, name }] as const)));

export const isNobody = (cell: string): boolean => NOBODY.has(cell.toLowerCase());
export const isLogin = (person: string): boolean => LOGIN.test(person);
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

export const parseRole = (cell: string): Role | null => ROLE_OF.get(valueKey(cell)) ?? null;

/** Splits at semicolons, bars and commas, without duplicates. Of a path, returns the last part. */
export function namesIn(cell: string): readonly string[] {
  const names = cell
    .split(/[;|,\n]/)
    .map((name) =>
      name
        .trim()
        .replace(/^@[^/\s]+\//, '')
        .replace(/^\/(?:.*\/)?/, ''),
    )
    .filter((name) => name !== '');
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}
