import { faultsIn } from './mutant.ts';

/** Cookies, sessions, their tokens and the leases of refreshes. */
export const SESSIONS = [
  ...faultsIn(
    'http/cookies.ts',
    [
      'features/sign-in/cookies-by-browser.test.ts',
      'features/sign-in/complete-sign-in.test.ts',
      'features/sign-in/start-sign-in.test.ts',
      'features/sign-in/sign-out.test.ts',
      'hostile/sign-in/unwanted-flows.test.ts',
    ],
    [
      ['sends the session cookie from other sites', "secure: true, sameSite: 'lax'", "secure: true, sameSite: 'none'"],
      [
        'keeps a flow cookie from coming back from the code host',
        "secure: true, sameSite: 'none'",
        "secure: true, sameSite: 'lax'",
      ],
      ['sends cookies without Secure over any address', 'server.isPlainLoopback && ', ''],
    ],
  ),
  ...faultsIn(
    'http/cookies.ts',
    [
      'features/sign-in/complete-sign-in.test.ts',
      'features/sign-in/start-sign-in.test.ts',
      'features/sign-in/sign-out.test.ts',
      'hostile/sign-in/unwanted-flows.test.ts',
    ],
    [
      ['lets a picture begin a flow', 'if (!mayBeginFlow(reply.request)) return;', ''],
      ['lets calls of another site begin a flow', " && (site === 'same-origin' || site === 'none')", ''],
      ['leaves the cookie of an installation at sign-out', '  clearCsrfCookie(reply, INSTALL_CSRF_COOKIE);\n', ''],
    ],
  ),
  ...faultsIn(
    'http/session-guard.ts',
    [
      'features/sign-in/current-session.test.ts',
      'features/sign-in/sign-out.test.ts',
      'hostile/requests/protected-paths.test.ts',
    ],
    [
      [
        'takes any Authorization header as an excuse for a cross-site cookie',
        "credentialOf(request)?.via !== 'bearer'",
        'request.headers.authorization === undefined',
      ],
      [
        'makes a bad bearer good by a cookie',
        'if (bearer !== null) return',
        "if (bearer !== null && parseSessionId(bearer[1] ?? '') !== null) return",
      ],
      ['accepts other origins', 'if (sender !== undefined && sender !== origin) return true;', ''],
      [
        'accepts sibling sites',
        "site !== undefined && site !== 'same-origin'",
        "site !== undefined && site !== 'same-origin' && site !== 'same-site'",
      ],
      ['lets requests without a session in', 'if (request.caller === null) return otherwise(request, reply);', ''],
    ],
  ),
  ...faultsIn(
    'http/kept-answers.ts',
    ['http/kept-answers/kept-answers.test.ts', 'http/kept-answers/kept-until.test.ts'],
    [
      ['keeps answers of an ended or changed session', 'sameStamps(stamps, found.stamps) &&', ''],
      ['overlooks organizations', ' && a.organizations === b.organizations', ''],
      ['keeps answers past the end', 'Math.min(stamps.expiresAt, found.freshUntil)', 'found.freshUntil'],
      ['keeps answers of a token to refresh', 'Math.min(stamps.expiresAt, found.freshUntil)', 'stamps.expiresAt'],
      ['sends the answer of another address', 'answer?.url !== request.url', 'answer === undefined'],
    ],
  ),
  ...faultsIn(
    'lib/secrets.ts',
    ['lib/crypto/secrets.test.ts', 'features/sign-in/current-session.test.ts'],
    [
      ['takes more than 64 characters for a session ID', '/^[0-9a-f]{64}$/', '/^[0-9a-f]{64}/'],
      [
        'compares secrets by their length',
        'return timingSafeEqual(left, right);',
        'return left.length === right.length;',
      ],
      [
        'compares secrets in another time',
        'return timingSafeEqual(left, right);',
        'return left.equals(right);',
        'only the time differs, and both sides are hashes',
      ],
      [
        'sends the verifier of PKCE as its challenge',
        "createHash('sha256').update(verifier).digest('base64url')",
        'verifier',
      ],
    ],
  ),
  ...faultsIn(
    'lib/secrets.ts',
    [
      'lib/crypto/token-cipher.test.ts',
      'sessions/store/encrypted-tokens.test.ts',
      'sessions/store/reencrypted-tokens.test.ts',
    ],
    [
      ['accepts short tags', ' || tag.length !== CIPHER_TAG_BYTES', ''],
      ['opens with the newest key alone', 'for (const key of keys) {', 'for (const key of keys.slice(0, 1)) {'],
      [
        'takes an old encryption for current',
        'decryptWith(encryptionKey, encrypted, associatedData) !== null',
        'keys.some((key) => decryptWith(key, encrypted, associatedData) !== null)',
      ],
      ['uses an IV twice', 'entropy.bytes(CIPHER_IV_BYTES)', 'Buffer.alloc(CIPHER_IV_BYTES)'],
    ],
  ),
  ...faultsIn(
    'sessions/store/encrypted-grant.ts',
    ['sessions/store/encrypted-tokens.test.ts'],
    [
      [
        'opens the token of another session',
        'const associatedDataOfTokens = (key: SessionKey) => (',
        "const associatedDataOfTokens = (_: SessionKey, key = '') => (",
      ],
    ],
  ),
  ...faultsIn(
    'sessions/store/find-session.ts',
    ['sessions/store/session-store.test.ts', 'sessions/store/session-with-installations.test.ts'],
    [
      ['finds expired sessions', 'if (row.expires_at <= now.getTime()) {', 'if (row.expires_at < 0) {'],
      [
        'deletes a session that was extended meanwhile',
        ".where('expires_at', '<=', now.getTime()).execute()",
        '.execute()',
      ],
      ['shows installations that are gone', "      .where('installation.gone_at', 'is', null)\n", ''],
    ],
  ),
  ...faultsIn(
    'sessions/store/sessions.ts',
    ['sessions/store/refresh-lease.test.ts'],
    [
      ['gives a lease that is held', "eb('refresh_lease_until', '<=', nowMs)", "eb('refresh_lease_until', '>', 0)"],
      [
        'stores over a later pair',
        ".where('session_key', '=', key).where('token_version', '=', tokenVersion)",
        ".where('session_key', '=', key).where('token_version', '>=', tokenVersion)",
      ],
      [
        'pauses under the lease of another',
        "ifUnchanged(lease).where('refresh_lease_id', '=', lease.leaseId)",
        'ifUnchanged(lease)',
      ],
    ],
  ),
  ...faultsIn(
    'sessions/store/sessions.ts',
    ['sessions/store/session-store.test.ts', 'sessions/store/links.test.ts', 'sessions/store/sign-in.test.ts'],
    [
      [
        'links to an expired session',
        "          .where('session_key', '=', key)\n          .where('expires_at', '>', now.getTime())\n",
        "          .where('session_key', '=', key)\n",
      ],
      [
        'ends sessions that began after a revocation',
        "            .where('created_at', '<=', begunUntil.getTime())\n",
        '',
      ],
      ['forgets used states at once', 'now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000', 'now.getTime()'],
    ],
  ),
  ...faultsIn(
    'features/sign-in/own-session-routes.ts',
    ['features/own-sessions/own-sessions.test.ts'],
    [['ends the current session with the others', '.filter((other) => other !== key)', '']],
  ),
];
