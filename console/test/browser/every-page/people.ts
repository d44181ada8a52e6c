import type { Visit } from '../support/visit.ts';

/** Creates a person with enough organizations for a filter. */
export async function addPerson({ onCodeHost }: Visit, login: string): Promise<string> {
  await onCodeHost('world/addUser', { login, signInNote: 'belongs to many' });
  await onCodeHost('world/addMembership', { organization: 'harbor-tools', login, role: 'admin' });
  await onCodeHost('world/enlarge', login, { organizations: 12, installations: 3, prefix: login });
  return login;
}
