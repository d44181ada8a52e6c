import type { InstallRequest } from '../../../ports/code-host.ts';
import type { CodeHostAddresses } from '../addresses.ts';

/**
 * Address where people install the App; decisions I2 and I12. `appPage` is what the platform says of the App's page, the
 * only way to know it on GHE.com, where it lies below its owner; null composes it.
 *
 * GitHub docs: Sharing your GitHub App; Making your GitHub App available for GitHub Enterprise Server.
 */
export function installUrl(
  { webUrl, kind }: Pick<CodeHostAddresses, 'webUrl' | 'kind'>,
  { appPage, appSlug }: { readonly appPage: string | null; readonly appSlug: string },
  { state, targetId }: InstallRequest,
): string {
  const apps = kind === 'enterprise-server' ? 'github-apps' : 'apps';
  const app = appPage ?? `${webUrl}/${apps}/${encodeURIComponent(appSlug)}`;
  if (targetId === null) return `${app}/installations/new?${new URLSearchParams({ state })}`;
  const query = new URLSearchParams({ suggested_target_id: String(targetId), state });
  return `${app}/installations/new/permissions?${query}`;
}
