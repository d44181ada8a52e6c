import { LOGIN_MAX_CHARACTERS } from './limits/code-host.ts';

/** A person or an organization on the code host. */
interface Account {
  /** Stays when the login is renamed. */
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
}

export type User = Account;
export type Organization = Account;

/** That a user belongs to an organization, as the code host said at sign-in. */
export interface Membership {
  readonly organization: Organization;
  /** True for owners of the organization. */
  readonly viewerCanAdminister: boolean;
}

/** What somebody can be made in an organization; owners are admins. */
export type OrganizationRole = 'admin' | 'member';

/** What somebody is in an organization. */
export type MembershipRole = OrganizationRole | 'billing_manager';

/** A user with all organizations the code host let them see. */
export interface Profile {
  readonly user: User;
  readonly memberships: readonly Membership[];
}

/**
 * Whether two logins name the same account. Letter case is ignored for ASCII letters only: a general
 * fold would let the Kelvin sign stand for a "k".
 */
export const sameLogin = (a: string, b: string): boolean => foldLogin(a) === foldLogin(b);

/** What all spellings of a login have in common. */
export const foldLogin = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const LOGIN = /^[\w-]+$/;

/** Whether a login could exist. What could not is never put into an address of the code host. */
export const canBeLogin = (text: string): boolean => text.length <= LOGIN_MAX_CHARACTERS && LOGIN.test(text);

const MANAGED_LOGIN = /^[a-z\d-]+_[a-z\d]{3,8}$/i;

/** Whether an account of github.com with this login is a managed one: to these alone it gives an underscore and a shortcode. */
export const isManagedLogin = (login: string): boolean => MANAGED_LOGIN.test(login);
