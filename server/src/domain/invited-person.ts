import { foldLogin } from './account.ts';

export interface NamedPerson {
  readonly login: string | null;
  readonly email: string | null;
}

/** Case-insensitive keys. A login and an email never match, because the code host shows only one of them. */
export const marksOf = ({ login, email }: NamedPerson): readonly string[] => [
  ...(login === null ? [] : [`login ${foldLogin(login)}`]),
  ...(email === null ? [] : [`email ${foldLogin(email)}`]),
];

export function samePerson(a: NamedPerson, b: NamedPerson): boolean {
  const marks = marksOf(a);
  return marksOf(b).some((mark) => marks.includes(mark));
}
