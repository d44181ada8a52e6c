const HOSTS = new Set(['codehost', 'gh', 'ghe', 'ghes', 'github']);
const LOGINS = new Set(['handle', 'handles', 'login', 'logins', 'username', 'usernames']);
const ACCOUNTS = new Set(['account', 'accounts', 'profile', 'profiles', 'user', 'users']);
/** Filler words in headings of forms and exports. */
const AROUND = new Set(
  'a an at be enter for is link member members my name of on optional people person please required s the their url what your'.split(
    ' ',
  ),
);
/** Other column headings in lists of people. */
const OTHERS = new Set(
  'address addresses comment comments company country date department e email emails employee family first full given group groups id last location mail manager member members name names nr number org organization people person persons phone role roles staff status student students surname team teams title'.split(
    ' ',
  ),
);

/** Rates from 0 to 3 how surely a heading names logins, such as "What is your GitHub user name?". */
export function loginHeading(cell: string): number {
  const words = wordsOf(cell);
  const has = (vocabulary: ReadonlySet<string>) => words.some((word) => vocabulary.has(word));
  const isUnderstood = words.every((word) =>
    [HOSTS, LOGINS, ACCOUNTS, AROUND].some((vocabulary) => vocabulary.has(word)),
  );
  if (!isUnderstood) return 0;
  // A bare "name" may be a display name.
  if (words.includes('name') && !has(LOGINS) && !has(ACCOUNTS)) return 0;
  if (has(HOSTS)) return 3;
  if (has(LOGINS)) return 2;
  return has(ACCOUNTS) ? 1 : 0;
}

const MAILS = new Set(['email', 'emails', 'mail', 'mails']);
const ROLES = new Set(['role', 'roles']);
const TEAMS = new Set(['team', 'teams']);
/** Words allowed beside another column's key word. */
const BESIDE = new Set(['address', 'addresses', 'e', 'invite', 'invitee', 'org', 'organization', 'to']);

/** Returns null if unknown or ambiguous. */
export function otherHeading(cell: string): 'email' | 'role' | 'teams' | null {
  const words = wordsOf(cell);
  const isOf = (vocabulary: ReadonlySet<string>) =>
    words.some((word) => vocabulary.has(word)) &&
    words.every((word) => [vocabulary, HOSTS, AROUND, BESIDE].some((set) => set.has(word)));
  if (isOf(MAILS)) return 'email';
  if (isOf(ROLES)) return 'role';
  return isOf(TEAMS) ? 'teams' : null;
}

export function isHeading(text: string): boolean {
  const words = wordsOf(text);
  return loginHeading(text) > 0 || (words.length > 0 && words.every((word) => OTHERS.has(word)));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, 80)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\be mail/g, 'email')
    .replace(/git ?hub/g, ' github ')
    .replace(/\bcode ?host\b/g, 'codehost')
    .replace(/\buser ?name/g, 'username')
    .split(' ')
    .filter((word) => word !== '');
