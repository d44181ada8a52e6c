import { hash } from 'node:crypto';
import type { SecretStrings } from '../apps/secret-strings.ts';

/** GitHub docs: Authorizing OAuth apps. */
const CODE_LIFETIME_MS = 10 * 60 * 1000;

export interface CodeBinding {
  readonly userId: number;
  readonly redirectUri: string;
  readonly challenge: string | null;
}

export interface CodeClaim {
  readonly code: string;
  readonly redirectUri: string | null;
  readonly verifier: string | null;
}

export type CodeRefusal = 'bad_verification_code' | 'redirect_uri_mismatch';

export function createOauthCodes(secrets: SecretStrings, now: () => number) {
  const codes = new Map<string, CodeBinding & { readonly expiresAt: number; readonly used: boolean }>();
  return {
    issue(binding: CodeBinding): string {
      const code = secrets.code();
      codes.set(code, { ...binding, expiresAt: now() + CODE_LIFETIME_MS, used: false });
      return code;
    },
    /** A wrong PKCE verifier also uses up the code. */
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
    /** Of a used code, too. */
    ownerOf: (code: string) => codes.get(code)?.userId ?? null,
    expireAll(): void {
      for (const [code, record] of codes) codes.set(code, { ...record, expiresAt: 0 });
    },
  };
}
