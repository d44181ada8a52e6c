import { addressOn } from '../addresses.ts';
import type { HostAnswer } from './host-answer.ts';

/** Longest header that is read; the platform's own has an address of some hundred characters. */
const HEADER_MAX_CHARACTERS = 4_000;

const REQUIRED = /^required(?:;|$)/;
const REQUIRED_AT = /^required; *url=([\x21-\x7e]+)$/;

/**
 * Whether an answer is refused until the person signs on, and where they do that; null when it is not. The address is
 * told only when it lies on the code host's own web origin: people are sent there.
 *
 * GitHub docs: SAML and GitHub Apps. The header says `partial-results; …` where parts of a list are left out.
 */
export function signOnRequired(
  { status, headers }: Pick<HostAnswer, 'status' | 'headers'>,
  webUrl: string,
): { readonly authorizeUrl: string | null } | null {
  const header = headers['x-github-sso'];
  if (status !== 403 || typeof header !== 'string' || !REQUIRED.test(header)) return null;
  const address = header.length <= HEADER_MAX_CHARACTERS ? REQUIRED_AT.exec(header)?.[1] : undefined;
  return { authorizeUrl: address === undefined ? null : (addressOn(webUrl, address)?.href ?? null) };
}
