import type { PeopleChange, PersonState } from '../../domain/people-change.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { randomHex } from '../../lib/crypto/secrets.ts';
import { type ClaimsRefusal, createSignedClaims, type SignedClaims } from '../../lib/crypto/signed-claims.ts';
import type { Signing } from '../../lib/crypto/signing.ts';
import { PEOPLE_PREVIEW_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';

export interface PreviewedState extends PersonState {
  readonly id: number;
  readonly login: string;
}

/** People are in the displayed order. */
export interface PeoplePreview {
  readonly organizationId: number;
  readonly userId: number;
  readonly sessionKey: SessionKey;
  readonly change: PeopleChange;
  /** Null without a team. The slug alone could later name another team. */
  readonly teamId: number | null;
  readonly people: readonly PreviewedState[];
}

export type PreviewTokenRefusal = ClaimsRefusal;

export interface PeoplePreviewServices {
  readonly runtime: Runtime;
  readonly signing: Signing;
}

/** Equal previews return the same job, so two of the same people in the same second must differ. */
const ID_BYTES = 8;

/** Previews are valid for ten minutes and not stored. */
export function issuePreview(
  services: PeoplePreviewServices,
  { people, ...preview }: PeoplePreview,
): ReturnType<SignedClaims['issue']> {
  const seen = people.map(({ id, login, role, teamRole }) => [id, login, role, teamRole]);
  return signedClaims(services).issue({ ...preview, seen }, randomHex(services.runtime.entropy, ID_BYTES));
}

export async function verifyPreview(
  services: PeoplePreviewServices,
  token: string,
): Promise<Result<PeoplePreview, PreviewTokenRefusal>> {
  const claims = await signedClaims(services).verify(token);
  return claims.ok ? ok(previewIn(claims.value as unknown as Claims)) : claims;
}

function signedClaims({ runtime, signing: { key, origin } }: PeoplePreviewServices): SignedClaims {
  const settings = { type: 'people-preview-1+jwt', audience: `${origin}/people`, seconds: PEOPLE_PREVIEW_SECONDS };
  return createSignedClaims({ key, origin, ...settings }, runtime.clock);
}

interface Claims extends Omit<PeoplePreview, 'people'> {
  readonly seen: readonly (readonly [
    id: number,
    login: string,
    role: PersonState['role'],
    teamRole: PersonState['teamRole'],
  ])[];
}

const previewIn = ({ organizationId, userId, sessionKey, change, teamId, seen }: Claims): PeoplePreview => ({
  organizationId,
  userId,
  sessionKey,
  change,
  teamId,
  people: seen.map(([id, login, role, teamRole]) => ({ id, login, role, teamRole })),
});
