import type { Permissions } from '../world/records.ts';
import type { AppRegistration } from './registration.ts';
import type { SecretStrings } from './secret-strings.ts';

/** GitHub docs: Generating an installation access token. */
const LIFETIME_MS = 60 * 60 * 1000;

export interface InstallationGrant {
  readonly installationId: number;
  /** Null: all repositories. */
  readonly repositoryIds: readonly number[] | null;
  /** Null: all that the installation has. */
  readonly permissions: Permissions | null;
  readonly expiresAt: number;
}

export type InstallationTokens = ReturnType<typeof createInstallationTokens>;
export function createInstallationTokens(secrets: SecretStrings, now: () => number, app: Pick<AppRegistration, 'id'>) {
  const grants = new Map<string, InstallationGrant>();
  const issued: Omit<InstallationGrant, 'expiresAt'>[] = [];
  return {
    issue(wanted: Omit<InstallationGrant, 'expiresAt'>): InstallationGrant & { readonly token: string } {
      const token = secrets.installationToken(app.id);
      const grant = { ...wanted, expiresAt: now() + LIFETIME_MS };
      grants.set(token, grant);
      issued.push(wanted);
      return { ...grant, token };
    },
    check(token: string): InstallationGrant | null {
      const grant = grants.get(token);
      return grant && grant.expiresAt > now() ? grant : null;
    },
    revokeAll(installationId: number): void {
      for (const [token, grant] of grants) if (grant.installationId === installationId) grants.delete(token);
    },
    expireAll: () => grants.clear(),
    /** What each token was issued for, oldest first. */
    issued: (): readonly Omit<InstallationGrant, 'expiresAt'>[] => issued,
    clearIssued(): void {
      issued.length = 0;
    },
  };
}
