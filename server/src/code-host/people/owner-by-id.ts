import { sameLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult, OtherOrganization } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type HostClient, readOrganization } from '../client.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { readProfileOf } from './accounts.ts';
import { readOwners, readPersonInOrganization } from './people-changes.ts';
import type { OwnerRequest } from './reached-repositories.ts';
import type { NamedAccount } from './types.ts';

/**
 * The account if it is an owner of the organization now, with its present login; null if it is not, or is suspended. For
 * tokens that are not the person's own: these read no membership of theirs.
 */
export async function readOwnerById(
  client: Pick<HostClient, 'addresses' | 'send' | 'log'>,
  at: Pick<OwnerRequest, 'organization' | 'organizationId'>,
  { id, login }: NamedAccount,
): Promise<Result<NamedAccount | null, HostRefusal | OtherOrganization>> {
  const found = await readPersonInOrganization(client, at, login);
  if (!found.ok) return found;
  const { value: person } = found;
  const isThere = person !== null && person.id === id && person.role === 'admin';
  const named = isThere ? person.freshOrganization : null;
  const current = named === null ? await readOrganization(client, at.organization) : ok(named);
  if (!current.ok) return current;
  if (current.value?.id !== at.organizationId) return refuse({ kind: 'other-organization' });
  const owner = isThere ? ok({ id, login: person.login }) : await ownerListed(client, at, id);
  if (!owner.ok) return owner;
  if (owner.value === null || !mayBeSuspended(client)) return owner;
  const profile = await readProfileOf(client, owner.value.login);
  if (!profile.ok) return profile;
  const isActive = profile.value?.id === id && sameLogin(profile.value.login, owner.value.login);
  if (!isActive) return refuse(UNEXPECTED);
  return profile.value.isSuspended ? ok(null) : owner;
}

/** Whoever has another login by now is listed by number. An organization without owners was not read. */
async function ownerListed(
  client: Pick<HostClient, 'send' | 'log'>,
  at: Pick<OwnerRequest, 'organization'>,
  id: number,
): Promise<HostResult<NamedAccount | null>> {
  const owners = await readOwners(client, at);
  if (!owners.ok) return owners;
  if (owners.value.length === 0) return refuse(UNEXPECTED);
  return ok(owners.value.find((owner) => owner.id === id) ?? null);
}

/** On github.com, a suspended account is in no organization. */
const mayBeSuspended = ({ addresses }: Pick<HostClient, 'addresses'>): boolean => addresses.kind !== 'github.com';
