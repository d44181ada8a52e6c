import { faultsIn } from './mutant.ts';

/** Return addresses, state tokens, and how flows end. */
export const SIGN_IN = [
  ...faultsIn(
    'lib/return-to.ts',
    ['lib/return-to.test.ts'],
    [
      ['accepts control characters', 'CONTROL.test(text) || ', ''],
      ['accepts a backslash in the path', ' || BACKSLASH_BEFORE_QUERY.test(text)', ''],
      ['accepts two slashes in front', "text.startsWith('//') || ", ''],
      ['accepts another origin', 'url.origin !== origin || ', ''],
      ['accepts credentials in the address', " || url.username !== '' || url.password !== ''", ''],
      ['accepts a path that is normalised to another host', "return !url.pathname.startsWith('//');", 'return true;'],
      ['accepts any length', 'if (emitted.length > RETURN_TO_MAX_BYTES)', 'if (emitted.length < 0)'],
      ['emits characters raw', '.replace(NOT_EMITTED_RAW, encodeURIComponent)', ''],
      [
        'keeps an earlier error in the query',
        '!AUTH_ERROR_PARAMETERS.some((name) => new URLSearchParams(pair).has(name))',
        'true',
      ],
      [
        'keeps what belongs to an earlier error in the query',
        '!AUTH_ERROR_PARAMETERS.some((name) => new URLSearchParams(pair).has(name))',
        "!new URLSearchParams(pair).has('authError')",
      ],
    ],
  ),
  ...faultsIn(
    'lib/state-token.ts',
    ['lib/crypto/state-token.test.ts'],
    [
      ['accepts other algorithms', "algorithms: ['HS256'],", ''],
      ['accepts another issuer', 'issuer: audience,', ''],
      ['accepts another audience', '          audience,\n', ''],
      ['accepts a token that lives too long', 'exp - iat > STATE_TOKEN_LIFETIME_SECONDS', 'exp < iat'],
      [
        'accepts a token from the future',
        'if (iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS)',
        'if (iat < 0)',
      ],
      ['measures by the clock of the machine', '          currentDate: clock.now(),\n', ''],
      ['accepts an empty CSRF value', " || csrf === ''", ''],
      ['accepts any mode', "(mode === 'web' || mode === 'mobile')", "(mode === 'web' || mode !== undefined)"],
      [
        'requires no claims',
        "          requiredClaims: ['exp', 'iat'],\n",
        '',
        'a token without them is refused right after, where their types are checked',
      ],
    ],
  ),
  ...faultsIn(
    'features/sign-in/complete-sign-in.ts',
    [
      'features/sign-in/complete-sign-in.test.ts',
      'hostile/sign-in/cross-browser.test.ts',
      'hostile/sign-in/unwanted-flows.test.ts',
      'hostile/sign-in/redirects.test.ts',
      'features/installations/installation-status.test.ts',
      'features/organizations/organizations.test.ts',
    ],
    [
      [
        'compares no CSRF cookie',
        '!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))',
        'csrfCookies.length > 1_000',
      ],
      [
        'accepts a state twice',
        '!(await sessions.store.useState(hashOf(flow.csrf), verified.value.expiresAt))',
        'flow.csrf.length > 1_000',
      ],
      [
        'trusts the address in a state',
        'reacceptReturnTo(flow.returnTo, origin)',
        'origin === null ? reacceptReturnTo("/", origin) : flow.returnTo',
      ],
      ['stores installations on people', "accountType === 'organization'", 'accountType !== undefined'],
      ['sends no verifier of this flow', 'codeVerifier: verifier', 'codeVerifier: hashOf(verifier)'],
    ],
  ),
  ...faultsIn(
    'features/sign-in/routes.ts',
    ['hostile/sign-in/unwanted-flows.test.ts'],
    [
      [
        'accepts the CSRF cookie of an installation',
        'cookieValues(request, AUTH_CSRF_COOKIE)',
        "[...cookieValues(request, AUTH_CSRF_COOKIE), ...cookieValues(request, 'host_install_csrf')]",
      ],
    ],
  ),
  ...faultsIn(
    'features/installations/complete-installation.ts',
    [
      'features/installations/complete-installation.test.ts',
      'features/installations/install-flow.test.ts',
      'hostile/installing/install-redirects.test.ts',
      'hostile/installing/install-browsers.test.ts',
    ],
    [
      [
        'compares no CSRF cookie',
        '!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))',
        'csrfCookies.length > 1_000',
      ],
      ['accepts the state of a sign-in', " && verified.value.state.type === 'install'", ''],
      [
        'trusts the address in a state',
        'reacceptReturnTo(flow.returnTo, signing.origin)',
        'signing.origin === null ? reacceptReturnTo("/", signing.origin) : flow.returnTo',
      ],
      [
        'needs no session',
        'if (started !== null || requestSession === null) return started;',
        'if (requestSession === null) return started;',
      ],
    ],
  ),
  ...faultsIn(
    'features/installations/complete-installation.ts',
    ['features/installations/foreign-installations.test.ts', 'features/installations/complete-installation.test.ts'],
    [
      [
        'links an installation of somebody else',
        'find(({ id }) => id === installationId)',
        'find(({ id }) => id !== 0)',
      ],
    ],
  ),
];
