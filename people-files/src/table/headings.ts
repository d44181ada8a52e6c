import { fold } from '@orgdesk/contract/fold';
import {
  ACCOUNTS,
  AROUND,
  BESIDE,
  DEPARTMENTS,
  HOSTS,
  LOGINS,
  MAIL_PHRASES,
  MAILS,
  NAMES,
  NAMES_OF,
  OTHER_MAILS,
  OTHERS,
  PRIVATE_MAILS,
  ROLES,
  TEAMS,
  WORK_MAILS,
} from './heading-words.ts';

type Vocabulary = ReadonlySet<string>;

const hasSome = (words: readonly string[], vocabulary: Vocabulary): boolean =>
  words.some((word) => vocabulary.has(word));

/** Rates from 0 to 3 how surely a heading names logins, such as "What is your GitHub user name?". */
export function loginHeading(cell: string): number {
  const words = wordsOf(cell);
  const isUnderstood = words.every((word) =>
    [HOSTS, LOGINS, ACCOUNTS, AROUND].some((vocabulary) => vocabulary.has(word)),
  );
  if (!isUnderstood || MAIL_PHRASES.some((phrase) => phrase.test(words.join(' ')))) return 0;
  // A bare "name" may be a display name.
  if (words.includes('name') && !hasSome(words, LOGINS) && !hasSome(words, ACCOUNTS)) return 0;
  if (hasSome(words, HOSTS)) return 3;
  if (hasSome(words, LOGINS)) return 2;
  return hasSome(words, ACCOUNTS) ? 1 : 0;
}

/** Rates from 0 to 4 how surely a heading names the person's own work address. */
export function emailHeading(cell: string): number {
  const words = wordsOf(cell);
  const text = words.join(' ');
  const isPhrase = MAIL_PHRASES.some((phrase) => phrase.test(text));
  if (cell.includes('@') || (!hasSome(words, MAILS) && !isPhrase) || hasSome(words, OTHER_MAILS)) return 0;
  if (hasSome(words, PRIVATE_MAILS)) return 1;
  if (/\buser principal name\b|\bupn\b/.test(text)) return 2;
  return hasSome(words, WORK_MAILS) ? 4 : 3;
}

/** Such as "First name" or "Nom et prénom", but not "Team name". */
export function nameHeading(cell: string): boolean {
  const words = wordsOf(cell);
  return hasSome(words, NAMES) && words.every((word) => NAMES.has(word) || NAMES_OF.has(word));
}

export const otherEmailHeading = (cell: string): boolean => hasSome(wordsOf(cell), OTHER_MAILS);

export const roleHeading = (cell: string): boolean => isOf(wordsOf(cell), ROLES);

/** Rates 2 for teams and 1 for departments, which may be named like teams. */
export function teamsHeading(cell: string): number {
  const words = wordsOf(cell);
  if (isOf(words, TEAMS)) return 2;
  return isOf(words, DEPARTMENTS) || /^org(?:anizational)? unit\b/.test(words.join(' ')) ? 1 : 0;
}

const isOf = (words: readonly string[], vocabulary: Vocabulary): boolean =>
  hasSome(words, vocabulary) && words.every((word) => [vocabulary, HOSTS, AROUND, BESIDE].some((set) => set.has(word)));

export function isHeading(text: string): boolean {
  const words = wordsOf(text);
  if (loginHeading(text) > 0 || emailHeading(text) > 0) return true;
  return words.length > 0 && (words.every((word) => OTHERS.has(word)) || roleHeading(text) || teamsHeading(text) > 0);
}

const wordsOf = (text: string): readonly string[] =>
  fold(text.slice(0, 80).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\be mail/g, 'email')
    .replace(/git ?hub/g, ' github ')
    .replace(/\bcode ?host\b/g, 'codehost')
    .replace(/\b(?:user|benutzer|nutzer) name/g, 'username')
    .split(' ')
    .filter((word) => word !== '');
