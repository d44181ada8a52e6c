import type { PeopleChange, PersonState } from '../../domain/people-change.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { randomHex } from '../../lib/crypto/secrets.ts';
import { type ClaimsRefusal, createSignedClaims } from '../../lib/crypto/signed-claims.ts';
import { PEOPLE_PREVIEW_SECONDS } from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Clock, Entropy } from '../../lib/system.ts';

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

/** Previews are valid for ten minutes and not stored. */
export interface PeoplePreviews {
  issue(preview: PeoplePreview): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  verify(token: string): Promise<Result<PeoplePreview, PreviewTokenRefusal>>;
}

export interface PeoplePreviewSettings {
  readonly key: Uint8Array;
  /** Rejects tokens of another installation with the same key. */
  readonly origin: string;
}

/** Equal previews return the same job, so two of the same people in the same second must differ. */
const ID_BYTES = 8;

export function createPeoplePreviews(
  { key, origin }: PeoplePreviewSettings,
  clock: Clock,
  entropy: Entropy,
): PeoplePreviews {
  const settings = { type: 'people-preview-1+jwt', audience: `${origin}/people`, seconds: PEOPLE_PREVIEW_SECONDS };
  const signed = createSignedClaims({ key, origin, ...settings }, clock);
  return {
    issue({ people, ...preview }) {
      const seen = people.map(({ id, login, role, teamRole }) => [id, login, role, teamRole]);
      return signed.issue({ ...preview, seen }, randomHex(entropy, ID_BYTES));
    },
    async verify(token) {
      const claims = await signed.verify(token);
      return claims.ok ? ok(previewIn(claims.value as unknown as Claims)) : claims;
    },
  };
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
