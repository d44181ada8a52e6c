import { isManagedLogin } from '../../../domain/account.ts';
import type { GraphqlData, GraphqlRequest } from '../../../ports/code-host/graphql.ts';
import type { Inviting, SeenAccount } from '../../../ports/code-host/invitations.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import type { Log } from '../../../ports/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { ReadAs } from '../send/send.ts';
import type { ChangeAs } from './changing/organization-changes.ts';

/** The ways to a code host as one person. */
export interface WaysAsPerson {
  readonly addresses: CodeHostAddresses;
  readonly send: ReadAs;
  /** The only way to change something. */
  readonly change: ChangeAs;
  readonly query: (request: GraphqlRequest, end?: AbortSignal) => Promise<Told<GraphqlData>>;
  readonly log: Log;
}

/**
 * How somebody gets into an organization. An Enterprise Server has no invitation call. Managed users cannot be invited,
 * they are added: on GHE.com everybody is one, on github.com who administers an organization of theirs is one.
 *
 * GitHub docs: Create an organization invitation ("not available for EMU organizations"); About GitHub Enterprise Cloud
 * with data residency; Username considerations for external authentication. What the invitation call answers for managed
 * users is written nowhere, so it is not made.
 */
export const wayInto = (
  { kind }: CodeHostAddresses,
  { inviter }: Pick<Inviting, 'inviter'>,
): 'invitation' | 'membership' => (kind === 'github.com' && !isManagedLogin(inviter) ? 'invitation' : 'membership');

/** Whether the account with a login may be a managed one. The shortcode is not shown on GHE.com. */
export const mayBeManaged = ({ kind }: CodeHostAddresses, login: string): boolean =>
  kind === 'ghe.com' || (kind === 'github.com' && isManagedLogin(login));

/** What keeps an account out of an organization by what kind of account it is. Only github.com has both kinds. */
export function barrierBefore(addresses: CodeHostAddresses, inviting: Inviting, login: string): SeenAccount['barrier'] {
  if (addresses.kind !== 'github.com') return null;
  const isManaged = isManagedLogin(login);
  if (wayInto(addresses, inviting) === 'invitation') return isManaged ? 'managed' : null;
  return isManaged ? null : 'not-managed';
}
