import type { CheckedFile, NamedText } from '@orgdesk/organization-files/check-files';
import type { KeyPath } from '@orgdesk/organization-files/parse-file';
import { foldLogin } from '../../../domain/account.ts';
import { editYaml } from './yaml-file.ts';

/** Replaces former logins, keyed by folded login, by the present ones. */
export function renamePeople(
  files: readonly CheckedFile[],
  texts: readonly NamedText[],
  renamed: ReadonlyMap<string, string>,
): readonly NamedText[] {
  return texts.map((text, index) => {
    const { people, teams, outsideCollaborators } = files[index]?.content ?? {};
    const lists: (readonly [path: KeyPath, logins: readonly string[] | undefined])[] = [
      [['people', 'owners'], people?.owners],
      [['people', 'members'], people?.members],
      [['people', 'requiredOwners'], people?.requiredOwners],
    ];
    for (const [slug, { maintainers, members }] of Object.entries(teams?.entries ?? {}))
      lists.push(
        [['teams', 'entries', slug, 'maintainers'], maintainers],
        [['teams', 'entries', slug, 'members'], members],
      );
    const file = editYaml(text);
    for (const [path, logins] of lists)
      for (const login of logins ?? []) {
        const now = renamed.get(foldLogin(login));
        if (now !== undefined) file.rename(path, login, now);
      }
    for (const login of Object.keys(outsideCollaborators?.entries ?? {})) {
      const now = renamed.get(foldLogin(login));
      if (now !== undefined) file.renameKey(['outsideCollaborators', 'entries'], login, now);
    }
    return { name: text.name, text: file.text() };
  });
}
