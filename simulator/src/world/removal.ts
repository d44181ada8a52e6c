import type { WorldStore } from './store.ts';

/** Removes everything that belongs to an account, and every trace of it elsewhere; the account itself stays. */
export function forgetAccount(store: WorldStore, accountId: number): void {
  for (const [id, installation] of store.installations) {
    const collaboratorIds = installation.collaboratorIds.filter((collaborator) => collaborator !== accountId);
    if (installation.accountId === accountId) store.installations.delete(id);
    else store.installations.set(id, { ...installation, collaboratorIds });
  }
  for (const [id, request] of store.installationRequests) {
    if (request.accountId === accountId || request.requesterId === accountId) store.installationRequests.delete(id);
  }
  for (const [id, { organizationId, inviteeId }] of store.invitations) {
    if (organizationId === accountId || inviteeId === accountId) store.invitations.delete(id);
  }
  store.invitationTimes.delete(accountId);
  for (const id of store.repositoryIdsOfOwner.get(accountId) ?? []) store.repositories.delete(id);
  store.repositoryIdsOfOwner.delete(accountId);
  for (const id of store.teamIdsOfOrganization.get(accountId) ?? []) store.teams.delete(id);
  store.teamIdsOfOrganization.delete(accountId);
  for (const userId of store.memberships.get(accountId)?.keys() ?? []) {
    store.organizationIdsOfUser.get(userId)?.delete(accountId);
  }
  store.memberships.delete(accountId);
}
