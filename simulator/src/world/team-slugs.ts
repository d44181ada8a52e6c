/** What happens to dots: one description and one observation replace them, one mention keeps them. */
export type DotsInSlugs = 'replaced' | 'kept';

/** Slugs of enterprise teams begin so. GitHub docs: Get an enterprise team. */
const ENTERPRISE_PREFIX = 'ent:';

/** Latin letters that are not a letter with an accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
};

/** Empty for a name without letters or digits. GitHub docs: Get a team by name. */
export function teamSlugOf(name: string, { dots, isEnterprise }: { dots: DotsInSlugs; isEnterprise: boolean }): string {
  const plain = [...name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => OTHER_LETTERS[letter] ?? letter)
    .join('');
  const slug = plain.replace(dots === 'kept' ? /[^a-z0-9_.]+/g : /[^a-z0-9_]+/g, '-').replace(/^-|-$/g, '');
  if (!/[a-z0-9]/.test(slug)) return '';
  return isEnterprise ? `${ENTERPRISE_PREFIX}${slug}` : slug;
}
