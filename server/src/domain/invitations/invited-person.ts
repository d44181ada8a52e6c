import { foldLogin } from '../account.ts';

/** Whom an invitation, or a row of a list, names: by login or by address. */
export interface NamedPerson {
  readonly login: string | null;
  readonly email: string | null;
}

/**
 * What somebody is recognized by, letter case aside. A login and an address are never taken for one person: the code host
 * tells of an invitation only the one it was sent by.
 */
export const marksOf = ({ login, email }: NamedPerson): readonly string[] => [
  ...(login === null ? [] : [`login ${foldLogin(login)}`]),
  ...(email === null ? [] : [`email ${foldLogin(email)}`]),
];

/** Whether two invitations, or an invitation and a row, name the same person. */
export function samePerson(a: NamedPerson, b: NamedPerson): boolean {
  const marks = marksOf(a);
  return marksOf(b).some((mark) => marks.includes(mark));
}
