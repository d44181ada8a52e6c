import { isManagedLogin } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { Log } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { GraphqlData, GraphqlRequest } from '../graphql/graphql.ts';
import type { ReadAs } from '../send/send.ts';
import type { ChangeAs } from './changing/organization-changes.ts';
import type { HostAccount, InvitationContext } from './types.ts';

export interface UserClient {
  readonly addresses: CodeHostAddresses;
  readonly send: ReadAs;
  /** Every change goes through this function. */
  readonly change: ChangeAs;
  readonly query: (request: GraphqlRequest, end?: AbortSignal) => Promise<HostResult<GraphqlData>>;
  readonly log: Log;
}

/**
 * Enterprise Server has no invitation call. Managed users are added instead: everyone on GHE.com, and on github.com if
 * the inviter is managed.
 *
 * GitHub docs: Create an organization invitation ("not available for EMU organizations"); About GitHub Enterprise Cloud
 * with data residency.
 */
export const joinMethodOf = (
  { kind }: CodeHostAddresses,
  { inviter }: Pick<InvitationContext, 'inviter'>,
): 'invitation' | 'membership' => (kind === 'github.com' && !isManagedLogin(inviter) ? 'invitation' : 'membership');

/** Logins on GHE.com do not show the shortcode. */
export const mayBeManaged = ({ kind }: CodeHostAddresses, login: string): boolean =>
  kind === 'ghe.com' || (kind === 'github.com' && isManagedLogin(login));

/** Only github.com has both kinds of account. */
export function barrierBefore(
  addresses: CodeHostAddresses,
  context: InvitationContext,
  login: string,
): HostAccount['barrier'] {
  if (addresses.kind !== 'github.com') return null;
  const isManaged = isManagedLogin(login);
  if (joinMethodOf(addresses, context) === 'invitation') return isManaged ? 'managed' : null;
  return isManaged ? null : 'not-managed';
}
