import { barePerson, isAddress, isFullName, isLogin, isMailbox, type PersonProblem, personProblem } from './cells.ts';
import { looksLikeName, nameIn } from './listed-name.ts';

/** `not-a-list`: words among which it is not clear who is meant. */
export type LineProblem = PersonProblem | 'not-a-list';

export interface PersonOfLine {
  /** The whole line if it is to be corrected. */
  readonly written: string;
  /** Null if none is clearly this person's. */
  readonly name: string | null;
  readonly problem: LineProblem | null;
}

const COMMENT = /(?:^|\s)(?:#|\/\/).*$/;
/** Quotes of mails, marks of lists, and boxes to tick. */
const MARKS = /^\s*(?:>\s*)*(?:(?:[-*+•–—]|\d{1,4}[.)])\s+)?(?:\[[ x]\]\s+)?/i;
const MARKDOWN_LINK = /\[([^[\]]*)\]\(([^()\s]*)\)/g;
const TOKEN = /"((?:[^"]|"")*)"(?=[\s,;]|$)|[,;\t]|[^\s,;]+/g;
const QUOTES = new Set('`\'"“”„‘’«»');
const BEFORE = new Set([...QUOTES, ...'([{']);
const AFTER = new Set([...QUOTES, ...')]}.,:;!?…']);
const AROUND_NAME = new Set([...BEFORE, ...AFTER, ...' -–—|/']);
const MENTION = /^@([a-z\d_-]+)$/i;
/** Any address of another site may be a page that is no person's. */
const PROFILE = /^(?:https?:\/\/)?(?:www\.)?(?:github\.com|[a-z\d-]+\.ghe\.com)\/@?([a-z\d_-]+)\/?$/i;
const SENTENCE_END = /[.!?:…]$/;

/**
 * Returns the people that a line names. Its parts, between commas, semicolons and tabs, name one person each: by a bare
 * username, or by words with exactly one `@name`, profile or email address. A part may also be several of these without other words.
 * If one part names nobody clearly, the line is one row to correct, so that no word of a sentence is taken for a
 * username.
 */
export function peopleOfLine(line: string): readonly PersonOfLine[] {
  const text = line
    .replace(COMMENT, '')
    .replace(MARKS, '')
    .replace(MARKDOWN_LINK, (_, text: string, address: string) => {
      const [, profile] = PROFILE.exec(address) ?? [];
      return profile === undefined ? text : `@${profile}`;
    });
  const parts = partsOf(text).map(peopleOfPart);
  const people = parts.flatMap(
    (part) => part?.people.map((written) => ({ written, name: part.name, problem: personProblem(written) })) ?? [],
  );
  if (parts.every((part) => part !== null) && !isMixed(parts)) return people;
  return [{ written: line.trim(), name: null, problem: isFullName(text.trim()) ? 'full-name' : 'not-a-list' }];
}

/** The one `@name`, profile or email address among words; null if there is none, or several. */
export function onlyPersonIn(text: string): string | null {
  const found = explicitIn(text.split(/\s+/));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The name before or behind the one person among words, as in "Ken Thompson (@kt-dev)"; null if it is not clear. */
export const nameBesidePerson = (text: string): string | null => nameAmong(text.split(/\s+/));

interface Part {
  readonly people: readonly string[];
  readonly name: string | null;
  readonly hasMention: boolean;
  readonly isBare: boolean;
}

function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const [token, quoted] of text.matchAll(TOKEN)) {
    if (/^[,;\t]$/.test(token)) parts.push([]);
    else parts.at(-1)?.push(quoted?.replaceAll('""', '"') ?? token);
  }
  return parts.filter((tokens) => tokens.length > 0);
}

/** Null if it is not clear who is meant. */
function peopleOfPart(tokens: readonly string[]): Part | null {
  const whole = tokens.join(' ');
  if (isMailbox(whole)) {
    const others = explicitIn(whole.replace(/<[^<>]*>/g, ' ').split(/\s+/));
    return (whole.match(/</g)?.length ?? 0) === 1 && others.length === 0
      ? { people: [barePerson(whole)], name: nameIn(whole.replace(/<.*/, '')), hasMention: false, isBare: false }
      : null;
  }
  const found = explicitIn(tokens);
  const hasMention = tokens.some((token) => trimmed(token, BEFORE, AFTER).startsWith('@'));
  if (found.length === tokens.length || found.length === 1)
    return { people: found, name: nameAmong(tokens), hasMention, isBare: false };
  const [only = ''] = tokens;
  if (tokens.length > 1 || SENTENCE_END.test(only)) return null;
  const person = barePerson(trimmed(only, QUOTES, QUOTES));
  return { people: person === '' ? [] : [person], name: null, hasMention: false, isBare: true };
}

function nameAmong(tokens: readonly string[]): string | null {
  const indexes = tokens.flatMap((token, index) => (explicitPerson(token) === null ? [] : index));
  const [index = 0] = indexes;
  if (indexes.length !== 1) return null;
  const sides = [tokens.slice(0, index), tokens.slice(index + 1)].filter((side) => side.length > 0);
  const text = sides.length === 1 ? trimmed((sides[0] ?? []).join(' '), AROUND_NAME, AROUND_NAME) : '';
  return looksLikeName(text, /^[([{]/.test(tokens[index] ?? '')) ? nameIn(text) : null;
}

/** Whoever writes `@` writes it before each name, so that a bare word beside one is a greeting. */
const isMixed = (parts: readonly (Part | null)[]): boolean =>
  parts.some((part) => part?.hasMention === true) && parts.some((part) => part?.isBare === true);

const explicitIn = (tokens: readonly string[]): readonly string[] =>
  tokens.flatMap((token) => explicitPerson(token) ?? []);

function explicitPerson(token: string): string | null {
  const text = trimmed(token, BEFORE, AFTER);
  const [, name] = MENTION.exec(text) ?? PROFILE.exec(text) ?? [];
  if (name !== undefined) return isLogin(name) ? name : null;
  const address = text.replace(/^mailto:/i, '');
  return isAddress(address) && !/[/:]/.test(address) ? address : null;
}

/** A regular expression would try the end of a long run of such characters at each of them. */
function trimmed(text: string, before: ReadonlySet<string>, after: ReadonlySet<string>): string {
  let [start, end] = [0, text.length];
  while (start < end && before.has(text.charAt(start))) start += 1;
  while (start < end && after.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
