import { hash } from 'node:crypto';
import type { SecretStrings } from '../apps/secret-strings.ts';

/** Codes live ten minutes. GitHub docs: Authorizing OAuth apps. */
const CODE_LIFETIME_MS = 10 * 60 * 1000;

/** What a code is bound to. */
export interface CodeBinding {
  readonly userId: number;
  readonly redirectUri: string;
  /** The PKCE S256 challenge; null when the authorization carried none. */
  readonly challenge: string | null;
}

/** What the exchange presents. */
export interface CodeClaim {
  readonly code: string;
  readonly redirectUri: string | null;
  readonly verifier: string | null;
}

/** Why a code is worth nothing. */
export type CodeRefusal = 'bad_verification_code' | 'redirect_uri_mismatch';

/** Authorization codes: single use, short-lived, bound to the request that made them. */
export type OauthCodes = ReturnType<typeof createOauthCodes>;
export function createOauthCodes(secrets: SecretStrings, now: () => number) {
  const codes = new Map<string, CodeBinding & { readonly expiresAt: number; readonly used: boolean }>();
  return {
    issue(binding: CodeBinding): string {
      const code = secrets.code();
      codes.set(code, { ...binding, expiresAt: now() + CODE_LIFETIME_MS, used: false });
      return code;
    },
    /** Uses the code up, also when the PKCE verifier is wrong. */
    redeem({
      code,
      redirectUri,
      verifier,
    }: CodeClaim): { readonly userId: number } | { readonly refusal: CodeRefusal } {
      const record = codes.get(code);
      if (!record || record.used || record.expiresAt <= now()) return { refusal: 'bad_verification_code' };
      if (redirectUri !== null && redirectUri !== record.redirectUri) return { refusal: 'redirect_uri_mismatch' };
      codes.set(code, { ...record, used: true });
      if (
        record.challenge !== null &&
        (verifier === null || hash('sha256', verifier, 'base64url') !== record.challenge)
      ) {
        return { refusal: 'bad_verification_code' };
      }
      return { userId: record.userId };
    },
    /** Whose code it is, used or not; null for an unknown one. */
    ownerOf: (code: string) => codes.get(code)?.userId ?? null,
    expireAll(): void {
      for (const [code, record] of codes) codes.set(code, { ...record, expiresAt: 0 });
    },
  };
}
