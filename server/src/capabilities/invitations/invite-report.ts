import type { Result } from '../../domain/result.ts';
import type { HostRefusal, InvitationRefusal } from '../../ports/code-host.ts';
import type { Cut } from './cut-off.ts';

/** Why one login was not invited. `not-tried`: nothing was sent, because the whole was cut off before. */
export type LoginRefusal =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-tried'; readonly cut: Cut }
  | HostRefusal
  | InvitationRefusal;

/** The one after which nobody else is tried. */
export type RateLimit = Extract<LoginRefusal, { readonly kind: 'rate-limited' }>;

/** A login that was not invited. */
export interface FailedLogin {
  readonly login: string;
  readonly refusal: LoginRefusal;
}

/** What became of every login, each in one of the two lists, both in the order of the request. */
export interface InviteReport {
  readonly success: readonly string[];
  readonly failed: readonly FailedLogin[];
}

/** What became of one login. */
export interface Attempt {
  readonly login: string;
  readonly outcome: Result<void, LoginRefusal>;
}

/** The attempts parted by how they ended, in their order. */
export function reportOf(attempts: readonly Attempt[]): InviteReport {
  const [success, failed]: [string[], FailedLogin[]] = [[], []];
  for (const { login, outcome } of attempts) {
    if (outcome.ok) success.push(login);
    else failed.push({ login, refusal: outcome.refusal });
  }
  return { success, failed };
}
