/** Returns a key that reads like a team's name. The code host makes the slug, which may be another. */
export const teamKeyOf = (name: string): string => readableKeyOf(name) ?? 'team';

/** Null for a name without letters and digits, of which nothing can be read. */
export function readableKeyOf(name: string): string | null {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const key = letters.replace(/[^a-z0-9._-]+/g, '-').replace(/^-+|-+$/g, '');
  return /[a-z0-9]/.test(key) ? key : null;
}
