import type { AppRegistration } from '../apps/registration.ts';
import type { OauthCodes } from './codes.ts';

/** Query parameters of a request, undecoded where they have to go on byte for byte. */
export function rawQueryOf(url: string | undefined): string {
  return (url ?? '').split('?').slice(1).join('?');
}

/** A parameter as it stands in the query, undecoded; null when it is not there. */
export function rawParameter(rawQuery: string, name: string): string | null {
  const start = `${name}=`;
  const found = rawQuery.split('&').find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

/** The `state` to hand back, ready to be put into an address; empty when none came. */
export function stateParameter(rawState: string | null): readonly string[] {
  return rawState === null ? [] : [`state=${rawState.replaceAll('#', '%23')}`];
}

/** Adds parameters that are encoded already. */
export function withParameters(uri: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** What somebody has done on the pages of an installation. */
export interface SetupOutcome {
  readonly action: 'install' | 'update' | 'request';
  /** Null for a request: there is nothing yet. */
  readonly installationId: number | null;
  readonly userId: number;
  readonly rawState: string | null;
}

/**
 * Where the browser goes afterwards: the setup URL, or the first callback URL with a code when the App asks
 * for authorization during installation. Null when the registration names no place for this outcome.
 *
 * GitHub docs: About the setup URL; Registering a GitHub App.
 */
export function setupRedirect(
  { app, codes }: { readonly app: AppRegistration; readonly codes: OauthCodes },
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
    ...stateParameter(rawState),
  ]);
}
