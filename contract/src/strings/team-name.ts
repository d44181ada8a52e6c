/** The code host has no two teams of an organization whose names differ in letter case only. */
export const foldTeamName = (name: string): string => name.normalize('NFC').toLowerCase();

export const sameTeamName = (one: string, other: string): boolean => foldTeamName(one) === foldTeamName(other);

/** Teams of an enterprise are changed there only. Their slugs begin so: REST description, enterprise teams. */
export const isEnterpriseSlug = (slug: string): boolean => slug.startsWith('ent:');
