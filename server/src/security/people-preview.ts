import { errors, jwtVerify, SignJWT } from 'jose';
import { PEOPLE_PREVIEW_SECONDS } from '../domain/limits/people.ts';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../domain/limits/sessions.ts';
import type { PeopleChange, PersonState } from '../domain/people-change.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { SessionKey } from '../domain/session.ts';
import type { Clock, Entropy } from '../ports/system.ts';
import { randomHex } from './secrets.ts';

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

export type PreviewTokenRefusal = 'invalid' | 'expired';

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

/** Distinguishes this kind and version of token (RFC 8725, 3.11). */
const TYPE = 'people-preview-1+jwt';

/** Equal previews return the same job, so two of the same people in the same second must differ. */
const ID_BYTES = 8;

/** Uses HS256 JWTs with their own type and audience. Expiry is exact. */
export function createPeoplePreviews(
  { key, origin }: PeoplePreviewSettings,
  clock: Clock,
  entropy: Entropy,
): PeoplePreviews {
  const audience = `${origin}/people`;
  return {
    async issue({ organizationId, userId, sessionKey, change, teamId, people }) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const expiresAt = issuedAt + PEOPLE_PREVIEW_SECONDS;
      const seen = people.map(({ id, login, role, teamRole }) => [id, login, role, teamRole]);
      const token = await new SignJWT({ organizationId, userId, sessionKey, change, teamId, seen })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(origin)
        .setAudience(audience)
        .setJti(randomHex(entropy, ID_BYTES))
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async verify(token) {
      const now = clock.now();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: origin,
          audience,
          requiredClaims: ['exp', 'iat'],
          currentDate: now,
        });
        const { iat = 0 } = payload;
        if (iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS) return refuse('invalid');
        return ok(previewIn(payload as unknown as Claims));
      } catch (error) {
        if (error instanceof errors.JWTExpired) return refuse('expired');
        if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
          return refuse('invalid');
        }
        throw error;
      }
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
