import type { InstallationGrant, InstallationTokens } from '../apps/installation-tokens.ts';
import type { UserTokens } from '../oauth/user-tokens.ts';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';

export type CredentialKind = 'user' | 'app' | 'installation' | 'basic' | 'unknown' | 'none';

/** An invalid credential keeps its kind but has no user or grant. */
export interface CallerCredential {
  readonly kind: CredentialKind;
  /** Owner of a user token, valid or not. */
  readonly login: string | null;
  readonly user: UserRecord | null;
  readonly grant: InstallationGrant | null;
  readonly jwt: string | null;
}

interface CredentialSources {
  readonly world: World;
  readonly userTokens: UserTokens;
  readonly installationTokens: InstallationTokens;
}

const NOBODY = { login: null, user: null, grant: null, jwt: null } as const;

/** A JWT needs `Bearer`; other tokens also accept `token`. */
export function readCredential(
  header: string | undefined,
  { world, userTokens, installationTokens }: CredentialSources,
): CallerCredential {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header ?? '') ?? [];
  if (header === undefined || header.trim() === '') return { ...NOBODY, kind: 'none' };
  if (/^basic$/i.test(scheme)) return { ...NOBODY, kind: 'basic' };
  if (!/^(bearer|token)$/i.test(scheme)) return { ...NOBODY, kind: 'unknown' };

  const ownerId = userTokens.ownerOf(value);
  if (ownerId !== null) {
    const owner = world.userById(ownerId);
    const user = userTokens.check(value) === null ? null : owner;
    return { ...NOBODY, kind: 'user', login: owner?.login ?? null, user };
  }
  if (value.startsWith('ghs_')) return { ...NOBODY, kind: 'installation', grant: installationTokens.check(value) };
  if (/^[^.]+\.[^.]+\.[^.]*$/.test(value) && /^bearer$/i.test(scheme)) return { ...NOBODY, kind: 'app', jwt: value };
  return { ...NOBODY, kind: 'unknown' };
}
