import type { Parts } from '../../parts.ts';
import { stateParameter, withParameters } from '../raw-query.ts';

export interface SetupOutcome {
  readonly action: 'install' | 'update' | 'request';
  readonly installationId: number | null;
  readonly userId: number;
  readonly rawState: string | null;
}

/** Null without a URL for this outcome. GitHub docs: About the setup URL; Registering a GitHub App. */
export function setupRedirect(
  { app, codes }: Pick<Parts, 'app' | 'codes'>,
  { action, installationId, userId, rawState }: SetupOutcome,
): string | null {
  if (action === 'update' && !app.setupOnUpdate) return null;
  const target = app.oauthOnInstall ? app.callbackUrls[0] : app.setupUrl;
  if (target === null || target === undefined) return null;
  const code = app.oauthOnInstall ? codes.issue({ userId, redirectUri: target, challenge: null }) : null;
  return withParameters(target, [
    ...(code === null ? [] : [`code=${code}`]),
    ...(installationId === null ? [] : [`installation_id=${installationId}`]),
    `setup_action=${action}`,
    // Even where the person came with a state.
    ...(action === 'update' ? [] : stateParameter(rawState)),
  ]);
}
