import type { Withheld } from '@orgdesk/client';

const PARTS: Readonly<Record<Withheld['part'], string>> = {
  people: 'people',
  'outside-collaborators': 'outside collaborators',
  'second-factors': 'second factors',
  teams: 'teams',
  invitations: 'open invitations',
  repositories: 'repositories',
  collaborators: 'who reaches which repository',
};

/** Maximum number of names shown. */
const SUBJECTS_MAX = 5;

/** Groups affected items by part and reason. */
export function withheldSentences(withheld: readonly Withheld[], codeHost: string): readonly string[] {
  const subjects = new Map<string, string[]>();
  for (const one of withheld) {
    const sentence = `${PARTS[one.part]}: ${reasonWords(one, codeHost)}`;
    subjects.set(sentence, [...(subjects.get(sentence) ?? []), ...(one.subject === null ? [] : [one.subject])]);
  }
  return [...subjects].map(([sentence, names]) => `${capital(sentence)}${subjectWords(names)}.`);
}

const capital = (sentence: string): string => sentence.slice(0, 1).toUpperCase() + sentence.slice(1);

function subjectWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > SUBJECTS_MAX ? ` and ${names.length - SUBJECTS_MAX} more` : '';
  return ` (${names.slice(0, SUBJECTS_MAX).join(', ')}${more})`;
}

function reasonWords({ reason, words }: Withheld, codeHost: string): string {
  switch (reason) {
    case 'owners-only':
      return 'only owners are told';
    case 'rate-limited':
      return `${codeHost} takes no more requests from you for now`;
    case 'token-rejected':
      return `${codeHost} no longer accepts your sign-in; sign in again`;
    case 'single-sign-on':
      return `${codeHost} asks you to sign on to the organization first`;
    case 'ip-allow-list':
      return 'the organization does not allow the address of this service';
    case 'refused':
      return words === null ? `${codeHost} refused it` : `${codeHost} said “${words.replace(/[.]$/, '')}”`;
    case 'unreachable':
      return `${codeHost} gave no usable answer`;
    case 'out-of-time':
      return 'it took too long';
  }
}
