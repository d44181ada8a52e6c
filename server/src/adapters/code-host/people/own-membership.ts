import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal, SeenMembership } from '../../../ports/code-host.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, type HostSend, unlessRefused } from '../send/send.ts';
import { HostId, HostLogin } from '../send/shapes.ts';
import { signOnRequired } from '../send/single-sign-on.ts';

const OwnMembership = Type.Object({
  state: Type.Union([Type.Literal('active'), Type.Literal('pending')]),
  role: Type.String(),
  organization: Type.Object({ id: HostId, login: HostLogin }),
});

/** The membership of the token's owner. GitHub docs: Get an organization membership for the authenticated user. */
export async function readOwnMembership(
  { webUrl }: CodeHostAddresses,
  send: HostSend,
  token: HostToken,
  organization: string,
): Promise<Result<SeenMembership, HostRefusal>> {
  const sent = await send({ url: `/user/memberships/orgs/${encodeURIComponent(organization)}` }, token);
  // Before the limits: the last call of an hour is answered with an exhausted counter, and is not refused by it.
  const signOn = sent.ok ? signOnRequired(sent.value, webUrl) : null;
  if (signOn !== null) return ok({ kind: 'single-sign-on', authorizeUrl: signOn.authorizeUrl });
  if (sent.ok && saysAddressRefused(sent.value)) return ok({ kind: 'ip-allow-list' });
  const told = bodyOf(unlessRefused(sent), OwnMembership);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok({ kind: 'none' }) : told;
  return sameLogin(told.value.organization.login, organization) ? ok(membershipOf(told.value)) : refuse(UNEXPECTED);
}

function membershipOf({ state, role, organization: { id, login } }: Static<typeof OwnMembership>): SeenMembership {
  const organization = { id, login };
  if (state === 'pending') return { kind: 'pending', organization };
  return { kind: 'active', organization, role: role === 'admin' ? 'admin' : 'member' };
}

/**
 * Whether an organization does not allow the address the service calls from. The platform says so in words alone: the
 * status is that of every refusal, and there is no header and no code. Without these words it stays a refusal.
 */
const saysAddressRefused = ({ status, message }: HostAnswer): boolean =>
  status === 403 && message !== null && /\borganization has an IP allow list enabled\b/i.test(message);
