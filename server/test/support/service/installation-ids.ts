import type { Simulator } from '@orgdesk/simulator';
import { fetchOnce } from '../browser.ts';

/** ID of the App's installation on an organization or a person of the simulated code host. */
export function installationIdOf({ world }: Simulator, login: string): number {
  const account = world.organization(login) ?? world.user(login);
  const installation = account === null ? null : world.installationOf(account.id);
  if (installation === null) throw new Error(`the App is not on ${login}`);
  return installation.id;
}

/** The installations a session is linked to, as the session endpoint tells. */
export async function linkedInstallations(
  serviceUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly number[]> {
  const { json } = await fetchOnce(`${serviceUrl}/api/auth/session`, { headers });
  return (json as { session: { installationIds: readonly number[] } }).session.installationIds;
}
