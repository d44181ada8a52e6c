import type { InstallRequest } from '../../ports/code-host.ts';
import type { CodeHostAddresses } from './addresses.ts';

/**
 * Address where people install the App; decision I2.
 *
 * GitHub docs: Sharing your GitHub App; Making your GitHub App available for GitHub Enterprise Server.
 */
export function installUrl(
  { webUrl, isEnterpriseServer }: Pick<CodeHostAddresses, 'webUrl' | 'isEnterpriseServer'>,
  appSlug: string,
  { state, targetId }: InstallRequest,
): string {
  const app = `${webUrl}/${isEnterpriseServer ? 'github-apps' : 'apps'}/${encodeURIComponent(appSlug)}`;
  if (targetId === null) return `${app}/installations/new?${new URLSearchParams({ state })}`;
  const query = new URLSearchParams({ suggested_target_id: String(targetId), state });
  return `${app}/installations/new/permissions?${query}`;
}
