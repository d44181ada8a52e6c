import { Type } from 'typebox';
import { CODE_HOST_CALL_LIMIT_MS } from '../../../../domain/limits/code-host.ts';
import { ok, type Result, refuse } from '../../../../domain/result.ts';
import type { NamedOrganization } from '../../../../ports/code-host/memberships.ts';
import type { ChangeTarget, SeenOrganization } from '../../../../ports/code-host/organization-changes.ts';
import type { ChangeRefusal, HostRefusal, Told } from '../../../../ports/code-host/refusals.ts';
import type { HostAnswer } from '../../send/host-answer.ts';
import { bodyOf, type HostRequest, type ReadAs, type SendAs } from '../../send/send.ts';
import { HostId, HostLogin } from '../../send/shapes.ts';

/** A call that changes something in an organization. */
export interface ChangeRequest extends Pick<HostRequest, 'body'> {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Below the organization. */
  readonly path: string;
}

/** Sends one change, once. */
export type ChangeAs = (target: Omit<ChangeTarget, 'token'>, request: ChangeRequest) => Promise<ChangeAnswer>;

export type ChangeAnswer = Result<HostAnswer, ChangeRefusal>;

/**
 * The only place that changes something in an organization. A login may pass to another organization at any time, so each
 * change is preceded by a read that names the organization's ID: the caller's, when it was made right before and no other
 * change relied on it, else one made here.
 */
export function createChangeAs(send: SendAs): ChangeAs {
  return async ({ organization, organizationId, seen }, { method, path, body }) => {
    const current = seen !== null && isUnspent(seen) ? ok(seen) : await readOrganization(send, organization);
    if (!current.ok) return current;
    if (current.value?.id !== organizationId) return refuse({ kind: 'other-organization' });
    const url = `${pathOf(current.value.login)}${path}`;
    const answer = await send({ method, url, ...(body !== undefined && { body }) });
    return answer.ok ? answer : refuse(changeRefusalOf(answer.refusal));
  };
}

export const pathOf = (organization: string): string => `/orgs/${encodeURIComponent(organization)}`;

/** When each was seen; those that a change relied on are in it no more. */
const unspent = new WeakMap<SeenOrganization, number>();

/** Notes that the code host has just named an organization. */
export function seenNow({ id, login }: NamedOrganization): SeenOrganization {
  const organization = { id, login } as SeenOrganization;
  unspent.set(organization, performance.now());
  return organization;
}

function isUnspent(seen: SeenOrganization): boolean {
  const seenAt = unspent.get(seen);
  unspent.delete(seen);
  return seenAt !== undefined && performance.now() - seenAt < CODE_HOST_CALL_LIMIT_MS;
}

/** An organization as part of another answer. */
export const ORGANIZATION = Type.Object({ id: HostId, login: HostLogin });

/** GitHub docs: Get an organization. */
export async function readOrganization(send: ReadAs, organization: string): Promise<Told<SeenOrganization | null>> {
  const told = bodyOf(await send({ url: pathOf(organization) }), ORGANIZATION);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  return ok(seenNow(told.value));
}

/** What was sent and has no usable answer may have happened. */
export const changeRefusalOf = (refusal: HostRefusal): ChangeRefusal =>
  refusal.kind === 'unreachable' ? { kind: 'not-confirmed', message: refusal.message } : refusal;
