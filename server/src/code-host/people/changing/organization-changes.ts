import { Type } from 'typebox';
import type { ChangeRefusal, HostRefusal, HostResult } from '../../../domain/host-refusal.ts';
import { CODE_HOST_CALL_LIMIT_MS } from '../../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { type HostAddress, hostPath } from '../../host-path.ts';
import type { HostAnswer } from '../../send/host-answer.ts';
import { MISSING, UNEXPECTED } from '../../send/refusals.ts';
import { bodyOf, type HostRequest, type ReadAs, type SendAs } from '../../send/send.ts';
import { HostId, HostLogin } from '../../send/shapes.ts';
import type { ChangeTarget, FreshOrganization, NamedOrganization } from '../types.ts';

export interface HostChangeRequest extends Pick<HostRequest, 'body'> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `of`. */
  readonly path: HostAddress;
  /** With `repository`, the path begins with its name. Default: the organization by its login. */
  readonly of?: 'repository' | 'numbered-organization';
}

export type ChangeAs = (target: Omit<ChangeTarget, 'token'>, request: HostChangeRequest) => Promise<ChangeAnswer>;

export type ChangeAnswer = Result<HostAnswer, ChangeRefusal>;

/** A login may move to another organization, so each change follows a recent, unused read of its ID. */
export function createChangeAs(send: SendAs): ChangeAs {
  return async ({ organization, organizationId, seen: fresh }, { method, path, body, of }) => {
    const current = fresh !== null && isUnspent(fresh) ? ok(fresh) : await readOrganization(send, organization);
    if (!current.ok) return current;
    if (current.value?.id !== organizationId) return refuse({ kind: 'other-organization' });
    const { login } = current.value;
    const url = urlOf({ id: organizationId, login }, path, of);
    const answer = await send({ method, url, ...(body !== undefined && { body }) });
    return answer.ok ? answer : refuse(changeRefusalOf(answer.refusal));
  };
}

function urlOf({ id, login }: NamedOrganization, path: HostAddress, of: HostChangeRequest['of']): HostAddress {
  switch (of) {
    case 'repository':
      return hostPath`/repos/${login}${path}`;
    case 'numbered-organization':
      return hostPath`/organizations/${id}${path}`;
    case undefined:
      return hostPath`/orgs/${login}${path}`;
  }
}

/** A change uses up its read. */
const unspentOrganizations = new WeakMap<FreshOrganization, number>();

export function asFreshOrganization({ id, login }: NamedOrganization): FreshOrganization {
  const organization = { id, login } as FreshOrganization;
  unspentOrganizations.set(organization, performance.now());
  return organization;
}

function isUnspent(organization: FreshOrganization): boolean {
  const seenAt = unspentOrganizations.get(organization);
  unspentOrganizations.delete(organization);
  return seenAt !== undefined && performance.now() - seenAt < CODE_HOST_CALL_LIMIT_MS;
}

export const ORGANIZATION = Type.Object({ id: HostId, login: HostLogin });

/** GitHub docs: Get an organization. */
export async function readOrganization(
  send: ReadAs,
  organization: string,
): Promise<HostResult<FreshOrganization | null>> {
  const response = bodyOf(await send({ url: hostPath`/orgs/${organization}` }), ORGANIZATION);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
  return ok(asFreshOrganization(response.value));
}

/** Refuses a list of another organization that has the login now. An empty one names none. */
export async function confirmOrganization(
  send: ReadAs,
  { organization, organizationId }: { readonly organization: string; readonly organizationId: number },
  entries: readonly (number | null)[],
): Promise<HostResult<void>> {
  if (entries.some((id) => id !== null && id !== organizationId)) return refuse(MISSING);
  if (entries.length > 0 && !entries.includes(null)) return ok(undefined);
  const current = await readOrganization(send, organization);
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(undefined) : refuse(MISSING);
}

/** A sent change without a usable answer may have happened. */
export const changeRefusalOf = (refusal: HostRefusal): ChangeRefusal =>
  refusal.kind === 'unreachable' ? { kind: 'not-confirmed', message: refusal.message } : refusal;

const NO_CONTENT = 204;

/** Deletes what the path names. */
export async function remove(
  change: (target: ChangeTarget, request: HostChangeRequest) => Promise<ChangeAnswer>,
  target: ChangeTarget,
  request: Pick<HostChangeRequest, 'path' | 'of'>,
): Promise<Result<void, ChangeRefusal>> {
  const status = statusOf(await change(target, { method: 'DELETE', ...request }), [NO_CONTENT]);
  return status.ok ? ok(undefined) : status;
}

export function statusOf(answer: ChangeAnswer, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return answer;
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}
