import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { LOGIN_MAX_CHARACTERS } from '@orgdesk/contract/limits';

interface Account {
  /** Stays the same when the login changes. */
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
}

export type User = Account;
export type Organization = Account;

/** As read at sign-in. */
export interface Membership {
  readonly organization: Organization;
  /** True for owners. */
  readonly viewerCanAdminister: boolean;
}

/** Roles that can be assigned. `admin` is an owner. */
export type OrganizationRole = 'admin' | 'member';

export type MembershipRole = OrganizationRole | 'billing_manager';

export interface Profile {
  readonly user: User;
  readonly memberships: readonly Membership[];
}

export const sameLogin = (a: string, b: string): boolean => foldLogin(a) === foldLogin(b);

export const foldLogin = foldAscii;

const LOGIN = /^[\w-]+$/;

/** Invalid logins never become part of a URL on the code host. */
export const canBeLogin = (text: string): boolean => text.length <= LOGIN_MAX_CHARACTERS && LOGIN.test(text);

const MANAGED_LOGIN = /^[a-z\d-]+_[a-z\d]{3,8}$/i;

/** Only managed users of github.com have an underscore and a shortcode. */
export const isManagedLogin = (login: string): boolean => MANAGED_LOGIN.test(login);

export interface NamedPerson {
  readonly login: string | null;
  readonly email: string | null;
}

/** Case-insensitive keys. A login and an email never match, because the code host shows only one of them. */
export const marksOf = ({ login, email }: NamedPerson): readonly string[] => [
  ...(login === null ? [] : [`login ${foldLogin(login)}`]),
  ...(email === null ? [] : [`email ${foldLogin(email)}`]),
];

export function samePerson(a: NamedPerson, b: NamedPerson): boolean {
  const marks = marksOf(a);
  return marksOf(b).some((mark) => marks.includes(mark));
}
